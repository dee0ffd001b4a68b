import { useTranslation } from "../../lib/texts";

export function Forums() {
  const { t } = useTranslation();
  return <h1>{t("admin.forums.title")}</h1>;
}
