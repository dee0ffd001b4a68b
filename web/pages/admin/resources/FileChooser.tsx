import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { CheckField } from "../../../components/fields/Field";
import { UploadState } from "../../../components/fields/UploadState";
import { MEMBERS } from "../../../lib/audiences";
import { useTranslation } from "../../../lib/texts";
import type { Uploaded } from "../../../lib/uploads/upload";
import { useUpload } from "../../../lib/uploads/useUpload";
import styles from "./resources.module.css";

interface Props {
  /** The group that sees the resource, null for everyone. */
  audience: string | null;
  onUploaded: (address: string) => void;
}

/** Instead of an external address: an uploaded file for the readers of the resource. A public one can be for members only. */
export function FileChooser({ audience, onUploaded }: Props) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const [isForMembers, setForMembers] = useState(false);
  const upload = useUpload();
  const pass = (uploaded: Uploaded | null) => uploaded && onUploaded(uploaded.address);
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    pass(
      await upload.start(({ uploadFile }, signal, onProgress) =>
        uploadFile(file, audience ?? (isForMembers ? MEMBERS : null), { signal, onProgress }),
      ),
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
      <div>
        <Button isBusy={upload.state === "sending"} onClick={() => chooser.current?.click()}>
          {t("admin.resources.file")}
        </Button>
      </div>
      {audience === null && (
        <CheckField
          label={t("admin.resources.forMembers")}
          checked={isForMembers}
          onChange={(event) => setForMembers(event.target.checked)}
        />
      )}
      <UploadState upload={upload} onRetry={async () => pass(await upload.retry())} />
    </div>
  );
}
