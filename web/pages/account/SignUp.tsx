import { useTranslation } from "react-i18next";

export function SignUp() {
  const { t } = useTranslation();
  return <h1>{t("signup.title")}</h1>;
}
