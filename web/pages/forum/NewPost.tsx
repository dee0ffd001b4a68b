import { useTranslation } from "react-i18next";

export function NewPost() {
  const { t } = useTranslation();
  return <h1>{t("post.new.title")}</h1>;
}
