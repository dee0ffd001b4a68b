import { useTranslation } from "../../lib/texts";

export function Reports() {
  const { t } = useTranslation();
  return <h1>{t("admin.reports.title")}</h1>;
}
