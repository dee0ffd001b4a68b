import { useTranslation } from "../../../lib/texts";
import styles from "./Choices.module.css";
import type { Look } from "./look";

interface Props {
  value: Look["fontPair"];
  onChange: (pair: Look["fontPair"]) => void;
}

/** Name, fonts, and what a Vietnamese page loads of them (docs/decisions/0072). */
const PAIRS = [
  ["serambi", "Serambi", "Bricolage Grotesque, Be Vietnam Pro", 42],
  ["pustaka", "Pustaka", "Literata, Be Vietnam Pro", 42],
  ["kota", "Kota", "Plus Jakarta Sans", 21],
  ["ringan", "Ringan", null, 0],
] as const;

export function FontChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choice}>
      <legend>{t("admin.appearance.fonts")}</legend>
      <div className={styles.pairs}>
        {PAIRS.map(([pair, name, fonts, weight]) => (
          <label key={pair} className={styles.pair}>
            <input type="radio" name="fonts" checked={pair === value} onChange={() => onChange(pair)} />
            <span className={styles.pairText} data-fonts={pair}>
              <span className={styles.pairName}>{name}</span>
              <span className={styles.pairFonts}>{fonts ?? t("admin.appearance.fonts.system")}</span>
            </span>
            <span className={styles.pairSize}>{t("admin.appearance.fonts.size", { count: weight })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
