import { useTranslation } from "react-i18next";

export function View() {
  const { t } = useTranslation();
  return <h1>{t("book.view.title")}</h1>;
}
