import { useEffect, useRef } from "react";
import { showInRow } from "../../lib/format/showInRow";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { Lang } from "../../lib/page";
import styles from "./LanguageTabs.module.css";

export interface TabState {
  text: string;
  tone?: "good" | "bad";
}

interface Props {
  /** The name of the group. */
  label: string;
  languages: readonly Lang[];
  chosen: Lang;
  stateOf: (lang: Lang) => TabState;
  onChoose: (lang: Lang) => void;
}

/** Chooses the language that is being written, with the state of each. */
export function LanguageTabs({ label, languages, chosen, stateOf, onChoose }: Props) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is chosen.
  useEffect(() => showInRow(row.current, row.current?.querySelector<HTMLElement>("[aria-pressed='true']")), [chosen]);
  return (
    <fieldset ref={row} className={styles.tabs} aria-label={label}>
      {languages.map((lang) => {
        const { text, tone } = stateOf(lang);
        return (
          <button
            key={lang}
            type="button"
            className={styles.tab}
            aria-pressed={lang === chosen}
            onClick={() => onChoose(lang)}
          >
            <span lang={HTML_LANG[lang]}>{OWN_NAME[lang]}</span>
            <span className={styles.state} data-tone={tone}>
              {text}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
