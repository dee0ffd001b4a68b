import { useTranslation } from "react-i18next";

export function Overview() {
  const { t } = useTranslation();
  return <h1>{t("admin.title")}</h1>;
}
