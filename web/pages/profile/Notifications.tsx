import { Link, useRevalidator } from "react-router";
import { Avatar } from "../../components/Avatar";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import {
  BellIcon,
  CalendarIcon,
  CheckIcon,
  ClockIcon,
  CloseIcon,
  CogIcon,
  EditIcon,
  FlagIcon,
  GlobeIcon,
  HeartIcon,
  KeyIcon,
  MailIcon,
  PeopleIcon,
  ReplyIcon,
} from "../../components/icons";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { RelativeTime } from "../../components/parts/RelativeTime";
import { pathTo } from "../../generated/paths";
import type { Notification, NotificationsPayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { dayIn } from "../../lib/format/format";
import { formatDaysAgo } from "../../lib/format/relative";
import { useNow } from "../../lib/format/useNow";
import { useTimeZone } from "../../lib/format/useTimeZone";
import { HTML_LANG } from "../../lib/i18n";
import type { Lang, PageProps } from "../../lib/page";
import { asFailed } from "../../lib/requests/write";
import { type Text, useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./Notifications.module.css";
import { PushDevices } from "./notifications/PushDevices";

/** Notifications of a member, newest first, in step with the member's other devices. */
export function Notifications({ data }: PageProps<NotificationsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const refresh = useRefresh();
  const { revalidate } = useRevalidator();
  useRowChanges(
    visitor && `notifications:${visitor.id}`,
    visitor ? [{ table: "notifications", filter: `member_id=eq.${visitor.id}` }] : [],
    { onChange: refresh, onMissed: refresh },
  );
  const handleReadAll = async () => {
    const { failure } = await import("../../realtime/unread").then(
      ({ readNotifications }) => readNotifications(),
      asFailed,
    );
    if (failure) showToast(t(failure.key), { tone: "error" });
    else revalidate();
  };
  return (
    <div className={styles.page}>
      <PageHead
        title={t("notifications.title")}
        action={
          <>
            {(visitor?.unread ?? 0) > 0 && <Button onClick={handleReadAll}>{t("notifications.readAll")}</Button>}
            <ButtonLink look="quiet" to={pathTo.notificationsSettings({ lang })}>
              <CogIcon size={18} />
              {t("notices.short")}
            </ButtonLink>
          </>
        }
      />
      <ListState
        items={data.notifications}
        empty={<EmptyState title={t("notifications.empty.title")}>{t("notifications.empty.text")}</EmptyState>}
        pager={<Pager next={data.next} />}
      >
        {(items) => <Days items={items} />}
      </ListState>
      <PushDevices />
    </div>
  );
}

/** Grouped by the day on which they came, in the reader's zone. */
function Days({ items }: { items: readonly Notification[] }) {
  const lang = useLang();
  const timeZone = useTimeZone();
  const now = useNow();
  const days = new Map<string, Notification[]>();
  for (const item of items) {
    const day = dayIn(timeZone, item.createdAt);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, group]) => (
    <section key={day} className={styles.day} suppressHydrationWarning>
      <h2 suppressHydrationWarning>{formatDaysAgo(lang, day, timeZone, now)}</h2>
      <ul className={styles.list}>
        {group.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ));
}

const BADGES: Record<Notification["kind"], typeof BellIcon> = {
  reply: ReplyIcon,
  quote: ReplyIcon,
  mention: BellIcon,
  watched_topic: ReplyIcon,
  watched_forum: BellIcon,
  reaction: HeartIcon,
  reminder: ClockIcon,
  text_edited: EditIcon,
  text_reviewed: CheckIcon,
  text_translated: GlobeIcon,
  new_article: MailIcon,
  article_changes: EditIcon,
  article_approved: CheckIcon,
  direct_message: MailIcon,
  role_given: KeyIcon,
  report_handled: CheckIcon,
  group_invited: PeopleIcon,
  group_joined: PeopleIcon,
  privacy_request: KeyIcon,
  data_incident: KeyIcon,
  booking_changed: CalendarIcon,
  booking_cancelled: CloseIcon,
  booking_promoted: CheckIcon,
  booking_confirmed: CheckIcon,
  booking_declined: CloseIcon,
  booking_offered: BellIcon,
  booking_reminder: ClockIcon,
  staff_report: FlagIcon,
  staff_queue: BellIcon,
  staff_message: MailIcon,
  staff_booking: CalendarIcon,
  staff_group: PeopleIcon,
  staff_article: EditIcon,
  staff_privacy: KeyIcon,
  staff_privacy_due: ClockIcon,
  staff_incident_due: ClockIcon,
};

/** The whole row leads to what it is about. */
function Item({ item }: { item: Notification }) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = item.actorName ?? t(item.kind === "staff_booking" ? "notifications.guest" : "forum.formerMember");
  const Badge = BADGES[item.kind];
  // Lost, the notification stays unread.
  const handleFollow = () => {
    if (item.isUnread)
      import("../../realtime/unread").then(
        ({ readNotifications }) => readNotifications([item.id]),
        () => undefined,
      );
  };
  // A face where a member did it; else what it is, alone.
  const hasFace = item.actorName !== null || (item.postId !== null && !item.bookingId);
  return (
    <li className={styles.item} data-unread={item.isUnread || undefined}>
      <span className={styles.face}>
        {hasFace && <Avatar name={name} pictureUrl={item.actorPicture} />}
        <span className={styles.badge} data-alone={!hasFace || undefined}>
          <Badge size={hasFace ? 13 : 20} />
        </span>
      </span>
      <p>
        {item.isUnread && <span className="visually-hidden">{t("notifications.new")} </span>}
        <span>{t(`notifications.kind.${item.kind}`, { name, count: item.count })}</span>
      </p>
      <Link
        className={`stretched ${styles.subject}`}
        to={pathOf(lang, item)}
        lang={item.lang && item.lang !== lang ? HTML_LANG[item.lang] : undefined}
        onClick={handleFollow}
      >
        {subjectOf(item, t)}
      </Link>
      {item.comment && <p className="soft small">{item.comment}</p>}
      <p className={`facts ${styles.facts}`}>
        {item.startsAt && <DateTime value={item.startsAt} format="dayTime" />}
        <RelativeTime value={item.createdAt} />
      </p>
    </li>
  );
}

function subjectOf(item: Notification, t: Text): string {
  if (item.bookingId) return item.serviceName ?? "";
  return item.subject || (item.title ?? t(item.postId ? "forum.post.gone" : "notifications.open"));
}

function pathOf(lang: Lang, item: Notification): string {
  if (item.bookingId) return pathTo.bookView({ lang, bookId: item.bookingId });
  return item.path ? `/${lang}${item.path}` : pathTo.forum({ lang });
}
