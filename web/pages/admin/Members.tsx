import { useTranslation } from "react-i18next";

export function Members() {
  const { t } = useTranslation();
  return <h1>{t("admin.members.title")}</h1>;
}
