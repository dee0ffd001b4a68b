import { Link, useLocation } from "react-router";
import { signOut } from "../../auth/session";
import { Avatar } from "../../components/Avatar";
import { PersonIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import { useLang, useVisitor } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { useUnread } from "../../realtime/useUnread";
import styles from "./AccountMenu.module.css";
import { Menu } from "./Menu";

export function AccountMenu() {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { pathname, search } = useLocation();
  const unread = useUnread();

  const handleSignOut = async () => {
    const failure = await signOut();
    showToast(failure ? t(failure.key) : t("nav.signedOut"), { tone: failure ? "error" : "success" });
  };

  if (!visitor) {
    return (
      <Link className={styles.signIn} to={pathTo.signin({ lang }, { next: pathname + search })}>
        <span className={styles.signInIcon}>
          <PersonIcon />
        </span>
        <span className={styles.signInText}>{t("nav.signIn")}</span>
      </Link>
    );
  }
  return (
    <Menu
      label={unread > 0 ? t("notifications.account", { count: unread }) : t("nav.account")}
      summary={
        <span className={styles.face}>
          <Avatar name={visitor.displayName} pictureUrl={visitor.pictureUrl} size="small" />
          <Badge count={unread} />
        </span>
      }
    >
      <p className={styles.who}>{visitor.displayName}</p>
      <Link to={pathTo.notifications({ lang })}>
        {t("notifications.title")} <Badge count={unread} />
      </Link>
      <Link to={pathTo.profile({ lang })}>{t("nav.profile")}</Link>
      {visitor.isAdmin && <Link to={pathTo.admin({ lang })}>{t("nav.admin")}</Link>}
      <button type="button" onClick={handleSignOut}>
        {t("nav.signOut")}
      </button>
    </Menu>
  );
}

/** The accessible name of the enclosing element contains the number. */
function Badge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge} aria-hidden="true" data-testid="unread">
      {count > 99 ? "99+" : count}
    </span>
  );
}
