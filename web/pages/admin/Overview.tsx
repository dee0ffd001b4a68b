import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { DateTime } from "../../components/DateTime";
import { pathTo } from "../../generated/paths";
import type { AdminPayload } from "../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Overview.module.css";
import { Checklist } from "./overview/Checklist";
import { Visits } from "./overview/Visits";
import { Waiting } from "./overview/Waiting";
import { AdminPage } from "./parts/AdminPage";

/** Items that need a person now and coming bookings; for administrators the numbers of the week and new members too. */
export function Overview({ data }: PageProps<AdminPayload>) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const name = visitor?.displayName ?? "";
  const isAdmin = visitor?.isAdmin ?? false;
  return (
    <AdminPage title={t(`admin.hello.${data.dayPart}`, { name })}>
      {data.steps.length > 0 && <Checklist steps={data.steps} />}
      {isAdmin && <Numbers data={data} />}
      <div className={styles.columns}>
        <Waiting data={data} />
        {isAdmin && <Visits visits={data.week.visits} />}
        {visitor?.rights.includes("bookings") && <Coming data={data} />}
        {isAdmin && <Newcomers data={data} />}
      </div>
    </AdminPage>
  );
}

interface Props {
  data: AdminPayload;
}

function Numbers({ data: { week } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const numbers = [
    { value: week.members, label: t("admin.week.members", { count: week.newMembers }) },
    { value: week.bookings, label: t("admin.week.bookings") },
    { value: week.posts, label: t("admin.week.posts") },
    { value: week.visits.slice(-7).reduce((sum, views) => sum + views, 0), label: t("admin.week.visits") },
  ];
  return (
    <dl className={styles.numbers}>
      {numbers.map(({ value, label }) => (
        <div key={label} className={styles.number}>
          <dt>{label}</dt>
          <dd>{formatNumber(lang, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Coming({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <section className={styles.section} aria-labelledby="admin-coming">
      <h2 id="admin-coming">{t("admin.coming")}</h2>
      {data.coming.length === 0 && <p className="soft">{t("admin.nothingComing")}</p>}
      <ul className={styles.list}>
        {data.coming.map((booking) => (
          <li key={booking.id} className={styles.item}>
            <Link to={pathTo.bookView({ lang, bookId: booking.id })} className={`touch ${styles.itemLink}`}>
              <DateTime value={booking.startsAt} timeZone={timeZone} />
            </Link>
            <span lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.serviceName}</span>
            <span className="facts">
              <bdi>{booking.memberName}</bdi>
              <span>{t("admin.party", { count: booking.partySize })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Newcomers({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section className={styles.section} aria-labelledby="admin-newcomers">
      <h2 id="admin-newcomers">{t("admin.newcomers")}</h2>
      <ul className={styles.list}>
        {data.newcomers.map((member) => (
          <li key={member.id} className={styles.person}>
            <Avatar name={member.displayName} pictureUrl={member.pictureUrl} size="small" />
            <Link to={pathTo.adminMember({ lang, memberId: member.id })} className={`touch ${styles.itemLink}`}>
              {member.displayName}
            </Link>
            <span className="soft small">
              <DateTime value={member.createdAt} format="shortDate" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
