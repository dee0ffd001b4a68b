import { useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { Notice } from "../../../components/feedback/Notice";
import { TextField } from "../../../components/fields/Field";
import type { AdminResourceFile } from "../../../generated/payloads";
import { nameOfFile } from "../../../lib/api/memberFiles";
import { markFile } from "../../../lib/api/resources";
import { OWN_NAME } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { FileChooser } from "./FileChooser";
import styles from "./resources.module.css";

interface Props {
  /** The resource, if it is saved, and the file that it has. */
  resource: string | undefined;
  saved: AdminResourceFile | undefined;
  value: string;
  error: string | null | undefined;
  required?: boolean;
  audience: string | null;
  onChange: (address: string) => void;
  onUploaded: (address: string) => void;
}

/** The file or link of one language, or of all. Nothing happens to the saved one before the form is saved. */
export function FileField({ resource, saved, value, error, required, audience, onChange, onUploaded }: Props) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState("");
  const isChanged = saved !== undefined && value !== saved.url;
  const earlier = isChanged ? saved.url : !value && removed;
  return (
    <div className={styles.file}>
      <TextField
        label={t("admin.resources.url")}
        // The original name of an uploaded file, which its address does not show.
        hint={nameOfFile(value) ?? t("admin.resources.urlHint")}
        required={required}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error && t(error)}
        onChange={(event) => onChange(event.target.value)}
      />
      {saved && !isChanged && (
        <p className="small soft">
          <DateTime value={saved.replacedAt} format="date" say={(date) => t("admin.resources.replacedAt", { date })} />
        </p>
      )}
      {resource && saved && !isChanged && <LeftBehind resource={resource} file={saved} />}
      <FileChooser
        label={t(value ? "admin.resources.replaceFile" : "admin.resources.file")}
        audience={audience}
        onUploaded={onUploaded}
      >
        {value && (
          <Button
            look="quiet"
            onClick={() => {
              setRemoved(value);
              onChange("");
            }}
          >
            {t("admin.resources.removeFile")}
          </Button>
        )}
        {earlier && (
          <Button look="quiet" onClick={() => onChange(earlier)}>
            {t("admin.resources.putBack")}
          </Button>
        )}
      </FileChooser>
      <p className="small soft" role="status">
        {isChanged && t(value ? "admin.resources.replacedOnSave" : "admin.resources.removedOnSave")}
      </p>
    </div>
  );
}

/** Another language has a newer file. "Still correct" holds at once, without saving the form. */
function LeftBehind({ resource, file }: { resource: string; file: AdminResourceFile }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { language, olderThan, olderSince } = file;
  if (!language || !olderThan || !olderSince) return null;
  const confirm = () =>
    run(
      () => markFile(resource, language, olderSince),
      t("admin.resources.confirmed"),
      () => markFile(resource, language, olderSince, false),
    );
  return (
    <Notice
      tone="note"
      action={
        <Button isBusy={isRunning} onClick={confirm}>
          {t("admin.resources.stillCorrect")}
        </Button>
      }
    >
      <DateTime
        value={olderSince}
        format="date"
        say={(date) => t("admin.resources.older", { language: OWN_NAME[olderThan], date })}
      />
    </Notice>
  );
}
