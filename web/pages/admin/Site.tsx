import { useTranslation } from "react-i18next";

export function Site() {
  const { t } = useTranslation();
  return <h1>{t("admin.site.title")}</h1>;
}
