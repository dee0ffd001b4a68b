import { useTranslation } from "react-i18next";

export function Write() {
  const { t } = useTranslation();
  return <h1>{t("blog.new.title")}</h1>;
}
