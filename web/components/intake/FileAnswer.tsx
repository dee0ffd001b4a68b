import { useId, useRef } from "react";
import { uploadAnswerFile } from "../../lib/api/booking/intake";
import { useLang } from "../../lib/context";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { FailureNotice } from "../feedback/FailureNotice";
import type { FieldProps } from "./answers";
import styles from "./Intake.module.css";

interface Props extends FieldProps {
  hint: string | undefined;
  error: string | undefined;
}

/** A file as an answer: uploaded when it is chosen, so that no error or reload loses it. */
export function FileAnswer({ question, answer, hint, error, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { run, isRunning, failure } = useAction(uploadAnswerFile);
  const stored = typeof answer === "object" && "name" in answer ? answer : null;
  const handleFile = async (file: File | undefined) => {
    const outcome = file && (await run(question.id, lang, file));
    if (outcome?.value) onChange(outcome.value);
  };
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        {question.label} {!question.isRequired && <span className={styles.optional}>{t("common.optional")}</span>}
      </legend>
      <div className={styles.file}>
        <input
          ref={chooser}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          accept="application/pdf,image/jpeg,image/png,image/webp"
          aria-label={question.label}
          onChange={(event) => {
            handleFile(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
        {stored && <strong>{stored.name}</strong>}
        <Button
          isBusy={isRunning}
          aria-invalid={error ? true : undefined}
          aria-label={t("book.intake.fileFor", { question: question.label })}
          onClick={() => chooser.current?.click()}
        >
          {t(stored ? "book.intake.otherFile" : "book.intake.file")}
        </Button>
        {stored && (
          <Button look="quiet" onClick={() => onChange(undefined)}>
            {t("book.intake.noFile")}
          </Button>
        )}
      </div>
      <FailureNotice failure={failure} />
      <p id={`${id}-hint`} className={styles.hint}>
        {[hint, t("book.intake.fileHint")].filter(Boolean).join("\n")}
      </p>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
