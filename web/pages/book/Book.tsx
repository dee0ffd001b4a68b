import { useTranslation } from "react-i18next";

export function Book() {
  const { t } = useTranslation();
  return <h1>{t("book.title")}</h1>;
}
