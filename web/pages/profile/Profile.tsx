import { useTranslation } from "../../lib/texts";

export function Profile() {
  const { t } = useTranslation();
  return <h1>{t("profile.title")}</h1>;
}
