import { useTranslation } from "react-i18next";

export function Services() {
  const { t } = useTranslation();
  return <h1>{t("admin.services.title")}</h1>;
}
