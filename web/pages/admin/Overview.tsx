import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { DateTime } from "../../components/DateTime";
import { pathTo } from "../../generated/paths";
import type { AdminPayload } from "../../generated/payloads";
import { useLang, useSite } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Overview.module.css";
import { AdminPage } from "./parts/AdminPage";

/** Tasks of administrators, and coming bookings. */
export function Overview({ data }: PageProps<AdminPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.title")}>
      <div className={styles.columns}>
        <Waiting data={data} />
        <Coming data={data} />
        <Newcomers data={data} />
      </div>
    </AdminPage>
  );
}

interface Props {
  data: AdminPayload;
}

function Waiting({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const things = [
    { count: data.reports, text: "admin.reportsOpen", to: pathTo.adminReports({ lang }) },
    { count: data.bookings, text: "admin.bookingsToday", to: pathTo.adminBookings({ lang }, { day: data.today }) },
    { count: data.outdated, text: "admin.outdatedOpen", to: pathTo.adminArticles({ lang }, { status: "outdated" }) },
    { count: data.drafts, text: "admin.draftsOpen", to: pathTo.adminArticles({ lang }, { status: "draft" }) },
  ].filter((thing) => thing.count > 0);
  return (
    <section className="stack" aria-labelledby="admin-waiting">
      <h2 id="admin-waiting">{t("admin.waiting")}</h2>
      {things.length === 0 && <p className="soft">{t("admin.nothingWaiting")}</p>}
      <ul className={styles.list}>
        {things.map(({ count, text, to }) => (
          <li key={text} className={styles.item}>
            <Link to={to}>
              {/* At the limit of the count, "100+" is all that is known. */}
              {t(text, { count }).replace(String(data.countTo), `${data.countTo}+`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Coming({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <section className="stack" aria-labelledby="admin-coming">
      <h2 id="admin-coming">{t("admin.coming")}</h2>
      {data.coming.length === 0 && <p className="soft">{t("admin.nothingComing")}</p>}
      <ul className={styles.list}>
        {data.coming.map((booking) => (
          <li key={booking.id} className={styles.item}>
            <Link to={pathTo.bookView({ lang, bookId: booking.id })}>
              <DateTime value={booking.startsAt} timeZone={timeZone} />
            </Link>
            <span lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.serviceName}</span>
            <span className="soft small">
              {booking.memberName} · {t("admin.party", { count: booking.partySize })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Newcomers({ data }: Props) {
  const { t } = useTranslation();
  return (
    <section className="stack" aria-labelledby="admin-newcomers">
      <h2 id="admin-newcomers">{t("admin.newcomers")}</h2>
      <ul className={styles.list}>
        {data.newcomers.map((member) => (
          <li key={member.id} className={styles.person}>
            <Avatar name={member.displayName} pictureUrl={member.pictureUrl} size="small" />
            <span>{member.displayName}</span>
            <span className="soft small">
              <DateTime value={member.createdAt} format="shortDate" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
