/**
 * The interface texts of one language, and the way from a key to a text. A key may have plural forms (`book.places_one`,
 * `book.places_other`), chosen by the language's own rules for `count`; `{{name}}` in a text is filled in. This replaces a
 * translation library that took an eighth of the script a reader may load: docs/decisions holds the figures.
 */
import { createContext, useContext } from "react";
import { formatNumber } from "./format/format";
import type { Lang } from "./page";

export type TextTable = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Text = (key: string, values?: Values) => string;

// Malay "e-mel" stays in one line: a word joiner behind its hyphen. Here, so that the texts themselves can be searched.
const EMAIL_IN_MALAY = /(e-)(mel)/gi;
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;
const CHINESE = /[\u4e00-\u9fff]/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * A space parts Latin letters and digits of a value from the Chinese characters of its text: older phones do not know the
 * property `text-autospace`. Emails have the same rule (balai/messaging/templates).
 */
const spaceBetween = (beside = "", edge = "") =>
  CHINESE.test(beside) && WORD.test(edge) && !CHINESE.test(edge) ? " " : "";

export function createText(lang: Lang, table: TextTable): Text {
  const plurals = new Intl.PluralRules(lang);
  const findForm = (key: string, count: unknown) =>
    typeof count === "number" ? (table[`${key}_${plurals.select(count)}`] ?? table[`${key}_other`]) : undefined;

  return (key, values = {}) => {
    // A key without a text is shown as it is; scripts/check_locales.mjs prevents that.
    const found = findForm(key, values.count) ?? table[key] ?? key;
    const text = lang === "ms" ? found.replace(EMAIL_IN_MALAY, "$1\u2060$2") : found;
    if (!text.includes("{{")) return text;
    return text.replace(PLACEHOLDER, (whole, name: string, at: number) => {
      const given = values[name] ?? whole;
      const value = typeof given === "number" ? formatNumber(lang, given) : given;
      return spaceBetween(text[at - 1], value[0]) + value + spaceBetween(text[at + whole.length], value.at(-1));
    });
  };
}

export const TextContext = createContext<Text>((key) => key);

/** `const { t } = useTranslation();` and then `t("forum.post.reply")`. */
export function useTranslation(): { t: Text } {
  return { t: useContext(TextContext) };
}
