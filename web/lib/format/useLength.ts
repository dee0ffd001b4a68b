import { useTranslation } from "../texts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** A number of minutes in the largest unit that says it without a remainder: 90 minutes, 2 hours, 1 day. */
export function useLength(): (minutes: number) => string {
  const { t } = useTranslation();
  return (minutes) => {
    if (minutes > 0 && minutes % DAY === 0) return t("book.days", { count: minutes / DAY });
    if (minutes > 0 && minutes % HOUR === 0) return t("book.hours", { count: minutes / HOUR });
    return t("book.minutes", { count: minutes });
  };
}
