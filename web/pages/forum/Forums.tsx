import { useTranslation } from "react-i18next";

export function Forums() {
  const { t } = useTranslation();
  return <h1>{t("forum.title")}</h1>;
}
