import { ButtonLink } from "../../components/Button";
import { CalendarsRead } from "../../components/bookings/CalendarsRead";
import { FeedOfStaff } from "../../components/bookings/FeedOfStaff";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { DayCalendarsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./day.module.css";

/** The calendars of one person of the staff: the feeds that their calendar program follows, and calendars that are read. */
export function Calendars({ data }: PageProps<DayCalendarsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.calendars}>
      <PageHead
        title={t("day.calendars.title")}
        lead={t("day.calendars.lead")}
        action={
          <ButtonLink size="small" to={pathTo.day({ lang })}>
            {t("day.title")}
          </ButtonLink>
        }
      />
      {data.feeds.map((feed) => (
        <FeedOfStaff key={feed.covers} id={`feed-${feed.covers}`} feed={feed} />
      ))}
      {data.host && <CalendarsRead host={data.host} calendars={data.calendars} />}
    </div>
  );
}
