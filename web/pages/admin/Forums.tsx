import { useTranslation } from "react-i18next";

export function Forums() {
  const { t } = useTranslation();
  return <h1>{t("admin.forums.title")}</h1>;
}
