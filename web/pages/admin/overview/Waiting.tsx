import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { AdminPayload } from "../../../generated/payloads";
import { useLang, usePage, useVisitor } from "../../../lib/context";
import type { Visitor } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon, type IconName } from "../frame/AreaIcon";
import styles from "../Overview.module.css";

interface Props {
  data: AdminPayload;
}

interface Thing {
  icon: IconName;
  tone: "urgent" | "soon" | "calm";
  text: string;
  count: number;
  to: string;
}

/** Items that need a person now: the most urgent first, each with a link to its page. */
export function Waiting({ data }: Props) {
  const { t } = useTranslation();
  const things = useThings(data);
  return (
    <section className={styles.section} aria-labelledby="admin-waiting">
      <h2 id="admin-waiting">{t("admin.waiting")}</h2>
      {things.length === 0 && (
        <p className={styles.allDone}>
          <span className={styles.tile} data-tone="done">
            <AreaIcon name="done" />
          </span>
          {t("admin.nothingWaiting")}
        </p>
      )}
      <ul className={styles.list}>
        {things.map(({ icon, tone, text, to }) => (
          <li key={text}>
            <Link to={to} className={styles.thing}>
              <span className={styles.tile} data-tone={tone}>
                <AreaIcon name={icon} />
              </span>
              <span className={styles.thingText}>{text}</span>
              <AreaIcon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useThings(data: AdminPayload): Thing[] {
  const { t } = useTranslation();
  const lang = useLang();
  const { waiting } = usePage();
  const visitor = useVisitor();
  const emails = visitor?.emails ?? "ok";
  // Staff also see published articles and their own bookings.
  const may = (right: Visitor["rights"][number], count: number) => (visitor?.rights.includes(right) ? count : 0);
  const handles = visitor?.rights.some((right) => ["moderate", "messages", "bookings"].includes(right));
  const countTo = waiting?.countTo ?? 0;
  // At the limit of the count, "100+" is all that is known.
  const say = (key: string, count: number) =>
    count >= countTo ? t(key, { count }).replace(String(countTo), `${countTo}+`) : t(key, { count });
  const thing = (icon: IconName, tone: Thing["tone"], key: string, count: number, to: string): Thing => ({
    icon,
    tone,
    text: say(key, count),
    count,
    to,
  });
  const {
    cases = 0,
    messages = 0,
    bookings = 0,
    failed = 0,
    requests = 0,
    asking = 0,
    reviews = 0,
    unhealthy = 0,
  } = waiting ?? {};
  const { privacy = 0, overduePrivacy = 0 } = waiting ?? {};
  const articles = (status: string) => pathTo.adminArticles({ lang }, { status });
  return [
    thing("health", "urgent", "admin.unhealthyOpen", visitor?.isAdmin ? unhealthy : 0, pathTo.adminHealth({ lang })),
    thing("email", "urgent", "admin.failedOpen", visitor?.isAdmin ? failed : 0, pathTo.adminFailed({ lang })),
    thing("email", "urgent", "admin.emailsWaiting", emails === "ok" ? 0 : 1, pathTo.adminEmail({ lang })),
    thing("reports", "urgent", "admin.deskOpen", handles ? cases : 0, pathTo.adminDesk({ lang })),
    thing(
      "bookings",
      "urgent",
      "admin.requestsOpen",
      may("bookings", requests),
      pathTo.day({ lang }, { day: waiting?.requestedDay ?? data.today }),
    ),
    thing("privacy", "urgent", "admin.privacyOverdue", may("export", overduePrivacy), pathTo.adminPrivacy({ lang })),
    thing(
      "privacy",
      "soon",
      "admin.privacyOpen",
      may("export", privacy - overduePrivacy),
      pathTo.adminPrivacy({ lang }),
    ),
    thing("messages", "soon", "admin.messagesOpen", may("messages", messages), pathTo.adminMessages({ lang })),
    thing(
      "bookings",
      "soon",
      "admin.bookingsToday",
      may("bookings", bookings),
      pathTo.adminBookings({ lang }, { day: data.today }),
    ),
    thing("groups", "soon", "admin.askingOpen", may("people", asking), pathTo.adminGroups({ lang })),
    thing("articles", "soon", "admin.reviewsOpen", reviews, pathTo.adminReviews({ lang })),
    thing("articles", "soon", "admin.expiringOpen", may("edit", data.expiring), articles("published")),
    thing("languages", "calm", "admin.outdatedOpen", may("translate", data.outdated), articles("outdated")),
    thing("articles", "calm", "admin.draftsOpen", may("write", data.drafts), articles("draft")),
  ].filter(({ count }) => count > 0);
}
