import { useTranslation } from "react-i18next";

export function ForgetPassword() {
  const { t } = useTranslation();
  return <h1>{t("forget-password.title")}</h1>;
}
