import { Link } from "react-router";
import { BellIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import { useLang, useVisitor } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { useUnread } from "../../realtime/useUnread";
import styles from "./Header.module.css";

/** A member's notifications, with the number of unread ones. */
export function Notifications() {
  const { t } = useTranslation();
  const lang = useLang();
  const unread = useUnread();
  if (!useVisitor()) return null;
  const label = unread > 0 ? t("notifications.unread", { count: unread }) : t("notifications.title");
  return (
    <Link className={styles.tool} to={pathTo.notifications({ lang })} aria-label={label}>
      <BellIcon />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true" data-testid="unread">
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}
