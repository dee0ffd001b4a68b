import { useEffect, useRef } from "react";
import { useLang } from "../../../lib/context";
import { formatSize } from "../../../lib/format/size";
import { useTranslation } from "../../../lib/texts";
import { MAX_TEXT_FILE, textFileType } from "../../../lib/uploads/textFiles";
import { useUpload } from "../../../lib/uploads/useUpload";
import { ConfirmDialog } from "../../dialogs/ConfirmDialog";
import { Notice } from "../../feedback/Notice";
import { UploadState } from "../../fields/UploadState";

interface Props {
  file: File;
  onInsert: (attrs: { src: string; name: string; size: number }) => void;
  /** Choose another one. */
  onAgain: () => void;
  onClose: () => void;
}

/** The dialog for a file: it is sent while the writer reads its name, and inserted when they confirm. */
export function FileDialog({ file, onInsert, onAgain, onClose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const fault = faultOf(file);
  const upload = useUpload();
  const begin = useRef(upload.start);
  useEffect(() => {
    if (!fault) begin.current(({ uploadTextFile }, signal, onProgress) => uploadTextFile(file, { signal, onProgress }));
  }, [file, fault]);
  const { uploaded } = upload;
  const isSending = upload.state === "sending";
  const handleConfirm = () => {
    if (uploaded?.name) onInsert({ src: uploaded.address, name: uploaded.name, size: file.size });
    else onAgain();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("editor.file")}
      confirm={uploaded || isSending ? t("editor.file.insert") : t("editor.file.again")}
      isBusy={isSending}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        <bdi>{file.name}</bdi> <span className="small soft">{formatSize(lang, file.size)}</span>
      </p>
      {fault && (
        <Notice tone="bad" isAlert>
          <p>
            {fault === "large"
              ? t("editor.file.large", { size: formatSize(lang, MAX_TEXT_FILE) })
              : t("editor.file.kind")}
          </p>
        </Notice>
      )}
      <UploadState upload={{ ...upload, stop: onClose }} onRetry={() => upload.retry()} />
    </ConfirmDialog>
  );
}

function faultOf(file: File): "large" | "kind" | null {
  if (!textFileType(file)) return "kind";
  return file.size > MAX_TEXT_FILE || file.size === 0 ? "large" : null;
}
