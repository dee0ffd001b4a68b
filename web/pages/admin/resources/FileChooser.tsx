import { useRef } from "react";
import { Button } from "../../../components/Button";
import { UploadState } from "../../../components/fields/UploadState";
import { useTranslation } from "../../../lib/texts";
import type { Uploaded } from "../../../lib/uploads/upload";
import { useUpload } from "../../../lib/uploads/useUpload";
import styles from "./resources.module.css";

interface Props {
  label: string;
  /** The group that reads the file, null for everyone. */
  audience: string | null;
  onUploaded: (address: string) => void;
  /** Buttons beside it. */
  children?: React.ReactNode;
}

/** Instead of an external address: an uploaded file for the readers of the resource. */
export function FileChooser({ label, audience, onUploaded, children }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const { t } = useTranslation();
  const upload = useUpload();
  const pass = (uploaded: Uploaded | null) => uploaded && onUploaded(uploaded.address);
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    pass(
      await upload.start(({ uploadFile }, signal, onProgress) => uploadFile(file, audience, { signal, onProgress })),
    );
  };
  return (
    <div className={styles.file}>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t("admin.resources.file")}
        onChange={(event) => {
          handleFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className="cluster">
        <Button isBusy={upload.state === "sending"} onClick={() => chooser.current?.click()}>
          {label}
        </Button>
        {children}
      </div>
      <UploadState upload={upload} onRetry={async () => pass(await upload.retry())} />
    </div>
  );
}
