import { useLang } from "../lib/context";
import { OWN_NAME } from "../lib/i18n";
import type { Lang } from "../lib/page";
import { useTranslation } from "../lib/texts";
import { Notice } from "./feedback/Notice";

interface LanguageNoteProps {
  /** The language that the text is shown in. Nothing is rendered if it is the page's language. */
  shown: Lang;
}

/** Said above a text that could not be shown in the reader's own language. */
export function LanguageNote({ shown }: LanguageNoteProps) {
  const { t } = useTranslation();
  if (useLang() === shown) return null;
  return <Notice tone="note">{t("common.shownIn", { language: OWN_NAME[shown] })}</Notice>;
}
