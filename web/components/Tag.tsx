import { Link } from "react-router";
import { HTML_LANG, OWN_NAME } from "../lib/i18n";
import type { Lang } from "../lib/page";
import styles from "./Tag.module.css";

interface TagProps {
  children: React.ReactNode;
  tone?: "plain" | "accent" | "warm" | "good" | "note" | "bad";
  to?: string;
  /** The filter that is active. */
  isCurrent?: boolean;
  lang?: string;
}

/** A short label; with `to`, a filter of a list (a chip, 44 px high). Chips stand in a `FilterRow`. */
export function Tag({ children, tone = "plain", to, isCurrent = false, lang }: TagProps) {
  if (!to) {
    return (
      <span className={styles.tag} data-tone={tone} lang={lang}>
        {children}
      </span>
    );
  }
  return (
    <Link className={styles.chip} to={to} aria-current={isCurrent || undefined} lang={lang}>
      {children}
    </Link>
  );
}

interface ChipProps extends React.ComponentProps<"button"> {
  isPressed: boolean;
}

/** A filter that is no address: a button that stays pressed. */
export function Chip({ isPressed, ...rest }: ChipProps) {
  return <button type="button" {...rest} className={styles.chip} aria-pressed={isPressed} />;
}

/** Two characters for a language, as the language switch and the language tags show it. */
export const SHORT_NAME: Record<Lang, string> = { en: "EN", zh: "中文", ms: "BM", vi: "VI" };

interface LanguageTagProps {
  language: Lang;
}

/** The language of the text beside it. Screen readers hear the language's own name. */
export function LanguageTag({ language }: LanguageTagProps) {
  return (
    <span className={styles.language} lang={HTML_LANG[language]}>
      <span aria-hidden="true">{SHORT_NAME[language]}</span>
      <span className="visually-hidden">{OWN_NAME[language]}</span>
    </span>
  );
}
