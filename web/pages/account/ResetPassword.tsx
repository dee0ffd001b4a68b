import { useTranslation } from "react-i18next";

export function ResetPassword() {
  const { t } = useTranslation();
  return <h1>{t("reset-password.title")}</h1>;
}
