import { useTranslation } from "../../../lib/texts";

/** The size of a text: characters of Chinese, words of other languages. */
export function useAmount(): (unit: "words" | "characters", count: number) => string {
  const { t } = useTranslation();
  return (unit, count) =>
    unit === "words" ? t("admin.translations.words", { count }) : t("admin.translations.characters", { count });
}
