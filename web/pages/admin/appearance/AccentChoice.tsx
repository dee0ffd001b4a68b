import { useId, useState } from "react";
import { TextField } from "../../../components/fields/Field";
import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import { ACCENTS, contrastOf, PRESETS } from "../../../theme/accents";
import styles from "./Choices.module.css";
import type { Look } from "./look";

interface Props {
  preset: Look["preset"];
  value: string | null;
  onChange: (accent: string | null) => void;
}

const HEX = /^#?([0-9a-f]{6})$/i;

/** The preset's own colour, six others by name, or any. */
export function AccentChoice({ preset, value, onChange }: Props) {
  const { t } = useTranslation();
  const named = ACCENTS.filter(([, colour]) => colour !== PRESETS[preset].seed);
  const isOwn = value !== null && !named.some(([, colour]) => colour === value);
  return (
    <fieldset className={styles.choice}>
      <legend>{t("admin.appearance.accent")}</legend>
      <div className={styles.swatches}>
        <Swatch
          name={t("admin.appearance.accent.preset")}
          colour={PRESETS[preset].seed}
          isChecked={value === null}
          onChoose={() => onChange(null)}
        />
        {named.map(([name, colour]) => (
          <Swatch
            key={name}
            name={t(`admin.appearance.accent.${name}`)}
            colour={colour}
            isChecked={value === colour}
            onChoose={() => onChange(colour)}
          />
        ))}
        <label className={styles.swatch} data-any={!isOwn || undefined} data-checked={isOwn || undefined}>
          <span className="visually-hidden">{t("admin.appearance.accent.any")}</span>
          <span style={isOwn ? { background: value } : undefined} />
          <input
            type="color"
            value={value ?? PRESETS[preset].seed}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
          />
        </label>
      </div>
      {isOwn && <CodeField key={value} value={value} onChange={onChange} />}
      <Contrast preset={preset} accent={value} />
    </fieldset>
  );
}

interface SwatchProps {
  name: string;
  colour: string;
  isChecked: boolean;
  onChoose: () => void;
}

function Swatch({ name, colour, isChecked, onChoose }: SwatchProps) {
  return (
    <label className={styles.swatch} title={name}>
      <input
        className="visually-hidden"
        type="radio"
        name="accent"
        aria-label={name}
        checked={isChecked}
        onChange={onChoose}
      />
      <span style={{ background: colour }} />
    </label>
  );
}

/** The colour as a code, for those who have one from their printed matter. */
function CodeField({ value, onChange }: { value: string; onChange: (accent: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const code = HEX.exec(text.trim())?.[1]?.toLowerCase();
  const handleChange = (typed: string) => {
    setText(typed);
    const complete = HEX.exec(typed.trim())?.[1]?.toLowerCase();
    if (complete && `#${complete}` !== value) onChange(`#${complete}`);
  };
  return (
    <TextField
      label={t("admin.appearance.accent.code")}
      required
      value={text}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      error={code ? null : t("admin.appearance.accent.codeError")}
      onChange={(event) => handleChange(event.target.value)}
    />
  );
}

interface ContrastProps {
  preset: Look["preset"];
  accent: string | null;
}

/** The lowest contrast that WCAG 2.2 allows for text is 4.5; the tones are derived so that every colour has more. */
function Contrast({ preset, accent }: ContrastProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  const { light, dark } = contrastOf(preset, accent);
  const figure = (ratio: number) => formatNumber(lang, Math.floor(ratio * 10) / 10);
  return (
    <p id={id} className={styles.contrast} role="status">
      <svg aria-hidden="true" viewBox="0 0 24 24" width={20} height={20}>
        <path d="m5 12.500 5 5L19.500 7" />
      </svg>
      <span>{t("admin.appearance.contrast", { light: figure(light), dark: figure(dark) })}</span>
    </p>
  );
}
