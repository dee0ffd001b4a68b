import { useTranslation } from "react-i18next";

export function Article() {
  const { t } = useTranslation();
  return <h1>{t("blog.title")}</h1>;
}
