import { useId } from "react";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import { CheckField, SelectField, TextArea, TextField } from "../fields/Field";
import { type FieldProps, LONGEST } from "./answers";
import { FileAnswer } from "./FileAnswer";
import styles from "./Intake.module.css";

/** One question: its field by its kind. The text is in the reader's language, or in the one that exists. */
export function IntakeField(props: FieldProps) {
  const lang = useLang();
  const { question } = props;
  return (
    <div lang={question.lang === lang ? undefined : HTML_LANG[question.lang]}>
      <ByKind {...props} />
    </div>
  );
}

function ByKind(props: FieldProps) {
  const { t } = useTranslation();
  const { question, answer, mistake, onChange } = props;
  const { kind, label, lowest, highest } = question;
  const hint =
    [question.help, question.isSensitive && t("book.intake.sensitive")].filter(Boolean).join("\n") || undefined;
  const error = mistake && t(mistake, { lowest: lowest ?? "−∞", highest: highest ?? "∞" });
  const own = { label, hint, error, required: question.isRequired };
  const typed = typeof answer === "string" ? answer : "";
  const handleText = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (kind) {
    case "long":
      return <TextArea {...own} maxLength={LONGEST.long} value={typed} onChange={handleText} />;
    case "number":
      return <TextField {...own} inputMode="decimal" maxLength={20} value={typed} onChange={handleText} />;
    case "date":
      return <TextField {...own} type="date" value={typed} onChange={handleText} />;
    case "consent":
      return (
        <CheckField
          label={label}
          hint={hint}
          error={error}
          required={question.isRequired}
          checked={answer === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "choice":
      if (question.options.length > 6) {
        const options = question.options.map((one) => ({ value: one.key, label: one.label }));
        const none = { value: "", label: t("book.intake.choose") };
        return <SelectField {...own} value={typed} onChange={handleText} options={[none, ...options]} />;
      }
      return <Choices {...props} hint={hint} error={error} options={question.options} />;
    case "yes_no":
      return (
        <Choices
          {...props}
          hint={hint}
          error={error}
          options={(["yes", "no"] as const).map((key) => ({ key, label: t(`book.intake.${key}`) }))}
        />
      );
    case "choices":
      return <Choices {...props} hint={hint} error={error} options={question.options} isMany />;
    case "file":
      return <FileAnswer {...props} hint={hint} error={error} />;
    default:
      return <TextField {...own} maxLength={LONGEST.text} value={typed} onChange={handleText} />;
  }
}

interface ChoicesProps extends FieldProps {
  hint: string | undefined;
  error: string | undefined;
  options: readonly { key: string; label: string }[];
  isMany?: boolean;
}

/** Few choices are all visible: one press instead of two. */
function Choices({ question, answer, hint, error, options, isMany = false, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const id = useId();
  const chosen: readonly string[] = Array.isArray(answer) ? answer : typeof answer === "string" ? [answer] : [];
  const toggle = (key: string, isOn: boolean) => {
    if (!isMany) return onChange(key);
    onChange(isOn ? [...chosen, key] : chosen.filter((one) => one !== key));
  };
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        {question.label} {!question.isRequired && <span className={styles.optional}>{t("common.optional")}</span>}
      </legend>
      {options.map((option) => (
        <label key={option.key} className={styles.choice}>
          <input
            type={isMany ? "checkbox" : "radio"}
            name={id}
            checked={chosen.includes(option.key)}
            aria-invalid={error ? true : undefined}
            onChange={(event) => toggle(option.key, event.target.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
