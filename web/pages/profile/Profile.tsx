import { useTranslation } from "react-i18next";

export function Profile() {
  const { t } = useTranslation();
  return <h1>{t("profile.title")}</h1>;
}
