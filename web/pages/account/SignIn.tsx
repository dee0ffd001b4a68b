import { useTranslation } from "react-i18next";

export function SignIn() {
  const { t } = useTranslation();
  return <h1>{t("signin.title")}</h1>;
}
