import { useTranslation } from "react-i18next";

export function Articles() {
  const { t } = useTranslation();
  return <h1>{t("admin.articles.title")}</h1>;
}
