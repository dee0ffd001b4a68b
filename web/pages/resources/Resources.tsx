import { useTranslation } from "../../lib/texts";

export function Resources() {
  const { t } = useTranslation();
  return <h1>{t("resources.title")}</h1>;
}
