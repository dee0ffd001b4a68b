import { useTranslation } from "react-i18next";

export function Search() {
  const { t } = useTranslation();
  return <h1>{t("search.title")}</h1>;
}
