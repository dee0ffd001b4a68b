import { useTranslation } from "react-i18next";

export function Bookings() {
  const { t } = useTranslation();
  return <h1>{t("admin.bookings.title")}</h1>;
}
