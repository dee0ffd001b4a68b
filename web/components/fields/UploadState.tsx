import { useTranslation } from "../../lib/texts";
import type { Upload } from "../../lib/uploads/useUpload";
import { Button } from "../Button";
import { FailureNotice } from "../feedback/FailureNotice";
import styles from "./UploadState.module.css";

interface Props {
  upload: Upload;
  onRetry?: () => void;
}

/** The progress of an upload with a stop button, or its error with a retry button. */
export function UploadState({ upload, onRetry = upload.retry }: Props) {
  const { t } = useTranslation();
  if (upload.state === "failed") return <FailureNotice failure={upload.failure} onRetry={onRetry} />;
  if (upload.state !== "sending") return null;
  return (
    <div className={styles.state} role="status">
      <progress className={styles.bar} value={upload.progress} max={1} aria-label={t("upload.sending")} />
      <span className="small soft">{t("upload.sending")}</span>
      <Button look="quiet" onClick={upload.stop}>
        {t("upload.stop")}
      </Button>
    </div>
  );
}
