import { useTranslation } from "../../lib/texts";

export function Members() {
  const { t } = useTranslation();
  return <h1>{t("admin.members.title")}</h1>;
}
