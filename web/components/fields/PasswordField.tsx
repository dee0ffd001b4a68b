import { useState } from "react";
import { useTranslation } from "../../lib/texts";
import { Field } from "./Field";
import styles from "./PasswordField.module.css";

interface PasswordFieldProps extends React.ComponentProps<"input"> {
  label: string;
  hint?: string;
  error?: string | null;
}

/** A password field with a switch to show the input. Pasting and password managers work. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required>
      {(control) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            className={`${control.className} ${styles.input}`}
            type={isShown ? "text" : "password"}
          />
          <button type="button" className={styles.toggle} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? "signin.hidePassword" : "signin.showPassword")}
          </button>
        </div>
      )}
    </Field>
  );
}
