import { useTranslation } from "react-i18next";

export function Blog() {
  const { t } = useTranslation();
  return <h1>{t("blog.title")}</h1>;
}
