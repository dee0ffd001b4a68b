import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "../../lib/texts";
import type { PicturePlace } from "../../lib/uploads/upload";
import { useUpload } from "../../lib/uploads/useUpload";
import { Button } from "../Button";
import styles from "./PictureField.module.css";
import { UploadState } from "./UploadState";

interface Props {
  label: string;
  hint?: string;
  /** Empty: none. */
  address: string;
  place?: PicturePlace;
  /** How it looks where it is shown, empty or not. */
  children: ReactNode;
  onChange: (address: string) => void;
}

// HEIC is named because browsers do not count it among pictures.
export const PICTURE_KINDS = "image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,.heic,.heif";

/** A field for a picture: chosen or taken on this device, uploaded at once, removable. */
export function PictureField({ label, hint, address, place, children, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    const uploaded = await upload.start(({ uploadPicture }, signal, onProgress) =>
      uploadPicture(file, { signal, onProgress, place }),
    );
    if (uploaded) onChange(uploaded.address);
  };
  const handleRetry = async () => {
    const uploaded = await upload.retry();
    if (uploaded) onChange(uploaded.address);
  };
  return (
    <fieldset className={styles.field} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {children}
        <div className={styles.acts}>
          <input
            ref={chooser}
            className="visually-hidden"
            type="file"
            tabIndex={-1}
            accept={PICTURE_KINDS}
            aria-label={label}
            onChange={(event) => {
              handleFile(event.target.files?.[0]);
              // The same file may be chosen again.
              event.target.value = "";
            }}
          />
          <Button isBusy={upload.state === "sending"} onClick={() => chooser.current?.click()}>
            {address ? t("upload.replace") : t("upload.choose")}
          </Button>
          {address && (
            <Button look="quiet" onClick={() => onChange("")}>
              {t("upload.remove")}
            </Button>
          )}
        </div>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="small soft">
          {hint}
        </p>
      )}
      <UploadState upload={upload} onRetry={handleRetry} />
    </fieldset>
  );
}
