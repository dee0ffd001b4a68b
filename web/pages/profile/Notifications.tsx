import { Link, useRevalidator } from "react-router";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { pathTo } from "../../generated/paths";
import type { Notification, NotificationsPayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { Lang, PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./Notifications.module.css";

/** Notifications of a member, newest first, in step with the member's other devices. */
export function Notifications({ data }: PageProps<NotificationsPayload>) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const refresh = useRefresh();
  const { revalidate } = useRevalidator();
  useRowChanges(
    visitor && `notifications:${visitor.id}`,
    visitor ? [{ table: "notifications", filter: `member_id=eq.${visitor.id}` }] : [],
    { onChange: refresh, onMissed: refresh },
  );
  const handleReadAll = async () => {
    const { readNotifications } = await import("../../realtime/unread");
    const { failure } = await readNotifications();
    if (failure) showToast(t(failure.key), { tone: "error" });
    else revalidate();
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("notifications.title")}</h1>
        {(visitor?.unread ?? 0) > 0 && <Button onClick={handleReadAll}>{t("notifications.readAll")}</Button>}
      </header>
      <ListState
        items={data.notifications}
        empty={<EmptyState title={t("notifications.empty.title")}>{t("notifications.empty.text")}</EmptyState>}
        pager={<Pager next={data.next} />}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        )}
      </ListState>
    </div>
  );
}

function Item({ item }: { item: Notification }) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = item.actorName ?? t("forum.formerMember");
  const handleFollow = async () => {
    if (!item.isUnread) return;
    const { readNotifications } = await import("../../realtime/unread");
    readNotifications([item.id]);
  };
  const subject = item.bookingId ? item.serviceName : (item.title ?? t("forum.post.gone"));
  return (
    <li className={styles.item} data-unread={item.isUnread || undefined}>
      <p className={styles.what}>
        {item.isUnread && <span className="visually-hidden">{t("notifications.new")} </span>}
        {t(`notifications.kind.${item.kind}`, { name, count: item.count })}
      </p>
      <Link
        className={styles.subject}
        to={pathOf(lang, item)}
        lang={item.lang && item.lang !== lang ? HTML_LANG[item.lang] : undefined}
        onClick={handleFollow}
      >
        {subject}
      </Link>
      <p className="cluster soft small">
        {item.startsAt && <DateTime value={item.startsAt} />}
        <DateTime value={item.createdAt} />
      </p>
    </li>
  );
}

function pathOf(lang: Lang, item: Notification): string {
  if (item.bookingId) return pathTo.bookView({ lang, bookId: item.bookingId });
  const address = { lang, forumId: item.forumSlug ?? "", postId: item.postId ?? "" };
  return `${pathTo.forumPost(address, { reply: String(item.replyNumber) })}#reply-${item.replyNumber}`;
}
