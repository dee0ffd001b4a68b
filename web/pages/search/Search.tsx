import { useTranslation } from "../../lib/texts";

export function Search() {
  const { t } = useTranslation();
  return <h1>{t("search.title")}</h1>;
}
