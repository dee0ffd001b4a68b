import { useId } from "react";
import styles from "./TextsChoice.module.css";

interface Props {
  legend: string;
  /** The names of the two choices, and what each does. */
  keep: { label: string; text: string };
  erase: { label: string; text: string };
  erases: boolean;
  onChange: (erases: boolean) => void;
}

/** Whether the texts of a deleted account stay without a name, or are erased with it. */
export function TextsChoice({ legend, keep, erase, erases, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {[keep, erase].map(({ label, text }, index) => (
        <label key={label} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={erases === (index === 1)}
            aria-describedby={`${name}-${index}`}
            onChange={() => onChange(index === 1)}
          />
          <b>{label}</b>
          <span id={`${name}-${index}`} className="soft small">
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
