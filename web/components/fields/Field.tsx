import { useId } from "react";
import { useTranslation } from "../../lib/texts";
import styles from "./Field.module.css";

/** Attributes that connect a control with its label, hint and error. Spread it on the control. */
interface ControlProps {
  id: string;
  className: string | undefined;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string;
  /** The error, already in the reader's language. */
  error?: string | null;
  required?: boolean;
  children: (control: ControlProps) => React.ReactNode;
}

/** Label, control, hint and error of one question. Optional ones say so; the rest are required. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span> {!required && <span className={styles.optional}>{t("common.optional")}</span>}
      </label>
      {children({
        id,
        className: styles.control,
        required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

type Own = Pick<FieldProps, "label" | "hint" | "error" | "required">;

export function TextField({
  label,
  hint,
  error,
  required,
  ...input
}: Own & Omit<React.ComponentProps<"input">, keyof Own>) {
  return (
    <Field {...{ label, hint, error, required }}>{(control) => <input type="text" {...input} {...control} />}</Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  required,
  ...area
}: Own & Omit<React.ComponentProps<"textarea">, keyof Own>) {
  return (
    <Field {...{ label, hint, error, required }}>{(control) => <textarea rows={4} {...area} {...control} />}</Field>
  );
}

interface SelectFieldProps extends Own, Omit<React.ComponentProps<"select">, keyof Own | "children"> {
  options: readonly { value: string; label: string; lang?: string }[];
}

export function SelectField({ label, hint, error, required = true, options, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => (
        <select {...select} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ label, hint, error, ...input }: Own & Omit<React.ComponentProps<"input">, keyof Own>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
        <span>{label}</span>
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

/** On or off, with effect at once. In a form that is sent later use `CheckField`. */
export function SwitchField({ label, hint, error, ...input }: Own & Omit<React.ComponentProps<"input">, keyof Own>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.switch}>
        <span>{label}</span>
        <input
          {...input}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself.
          role="switch"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
