import { useTranslation } from "../../../lib/texts";
import { PRESETS } from "../../../theme/accents";
import styles from "./Choices.module.css";
import type { Look } from "./look";

interface Props {
  value: Look["preset"];
  onChange: (preset: Look["preset"]) => void;
}

const NAMES = Object.keys(PRESETS) as Look["preset"][];

/** Each card draws itself in its own tokens. */
export function PresetChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choice}>
      <legend>{t("admin.appearance.preset")}</legend>
      <div className={styles.presets}>
        {NAMES.map((name) => (
          <label key={name} className={styles.preset} data-preset={name}>
            <input
              className="visually-hidden"
              type="radio"
              name="preset"
              value={name}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <span className={styles.presetRoof} aria-hidden="true" />
            <span className={styles.presetPage} aria-hidden="true">
              <i />
              <i />
            </span>
            <span className={styles.presetName}>
              <span>{t(`admin.appearance.preset.${name}`)}</span>
              <small>{t(`admin.appearance.preset.${name}.about`)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
