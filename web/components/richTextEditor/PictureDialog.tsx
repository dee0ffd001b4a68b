import { Checkbox, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../lib/texts";
import type { PicturePlace, Uploaded } from "../../lib/uploads/upload";
import { useUpload } from "../../lib/uploads/useUpload";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { UploadState } from "../fields/UploadState";
import styles from "./Editor.module.css";
import { runOnEnter } from "./runOnEnter";

interface Props {
  file: File;
  /** The language of the text, whose readers the description is for. */
  lang?: string;
  place?: PicturePlace;
  onInsert: (attrs: { src: string; alt: string; width?: number; height?: number }) => void;
  onClose: () => void;
}

/** The dialog for a picture: the upload runs while the writer enters the description. */
export function PictureDialog({ file, lang, place, onInsert, onClose }: Props) {
  const { t } = useTranslation();
  const [alt, setAlt] = useState("");
  const [isDecorative, setDecorative] = useState(false);
  const [isTried, setTried] = useState(false);
  const { upload, wait, retry } = usePictureSending(file, place);
  const isMissing = !isDecorative && alt.trim() === "";
  const isWaiting = useRef(false);

  const handleInsert = async () => {
    setTried(true);
    // A repeated Enter must not insert the picture twice.
    if (isMissing || isWaiting.current) return;
    isWaiting.current = true;
    const uploaded = await wait();
    isWaiting.current = false;
    if (!uploaded) return;
    const { address: src, width, height } = uploaded;
    onInsert({ src, alt: isDecorative ? "" : alt.trim(), width, height });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("editor.image")}
      confirm={t("editor.image.insert")}
      isBusy={isTried && !isMissing && upload.state === "sending"}
      onConfirm={handleInsert}
      onClose={onClose}
    >
      <Preview file={file} />
      <UploadState upload={{ ...upload, stop: onClose }} onRetry={retry} />
      <TextInput
        label={t("editor.image.alt")}
        description={t("editor.image.altHint")}
        error={isTried && isMissing && t("editor.image.altMissing")}
        value={alt}
        lang={lang}
        maxLength={500}
        disabled={isDecorative}
        onChange={(event) => setAlt(event.target.value)}
        onKeyDown={runOnEnter(handleInsert)}
      />
      <Checkbox
        label={t("editor.image.decorative")}
        checked={isDecorative}
        onChange={(event) => setDecorative(event.target.checked)}
      />
    </ConfirmDialog>
  );
}

/** Inserts once the upload is complete; `wait` marks a description that is finished earlier. */
function usePictureSending(file: File, place?: PicturePlace) {
  const upload = useUpload();
  const sending = useRef<Promise<Uploaded | null> | null>(null);
  const { start } = upload;
  const begin = useRef(start);
  useEffect(() => {
    sending.current = begin.current(({ uploadPicture }, signal, onProgress) =>
      uploadPicture(file, { signal, onProgress, place }),
    );
  }, [file, place]);
  const retry = () => {
    sending.current = upload.retry();
  };
  return { upload, wait: async () => sending.current, retry };
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // Formats that this browser cannot show have no preview: the server converts them.
  return address ? (
    <img className={styles.preview} src={address} alt="" onError={() => setAddress(undefined)} />
  ) : (
    <p className="small soft">{file.name}</p>
  );
}
