import { useTranslation } from "react-i18next";

export function Reports() {
  const { t } = useTranslation();
  return <h1>{t("admin.reports.title")}</h1>;
}
