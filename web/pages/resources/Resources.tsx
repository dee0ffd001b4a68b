import { useTranslation } from "react-i18next";

export function Resources() {
  const { t } = useTranslation();
  return <h1>{t("resources.title")}</h1>;
}
