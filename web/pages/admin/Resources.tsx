import { useTranslation } from "../../lib/texts";

export function Resources() {
  const { t } = useTranslation();
  return <h1>{t("admin.resources.title")}</h1>;
}
