import { Link, useLocation } from "react-router";
import { signOut } from "../../auth/session";
import { Avatar } from "../../components/Avatar";
import { PersonIcon } from "../../components/icons";
import { Menu } from "../../components/Menu";
import { pathTo } from "../../generated/paths";
import { useLang, useVisitor } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import styles from "./AccountMenu.module.css";

export function AccountMenu() {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { pathname, search } = useLocation();

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
      label={t("nav.account")}
      summary={<Avatar name={visitor.displayName} pictureUrl={visitor.pictureUrl} size="small" />}
    >
      <p className={styles.who}>{visitor.displayName}</p>
      <Link to={pathTo.profile({ lang })}>{t("nav.profile")}</Link>
      <Link to={pathTo.peopleFollowing({ lang })}>{t("nav.following")}</Link>
      {visitor.hasMessages && <Link to={pathTo.messages({ lang })}>{t("nav.messages")}</Link>}
      {visitor.hasDirectory && <Link to={pathTo.people({ lang })}>{t("nav.people")}</Link>}
      {visitor.hasGroups && <Link to={pathTo.groups({ lang })}>{t("nav.groups")}</Link>}
      {visitor.handlesBookings && <Link to={pathTo.day({ lang })}>{t("nav.day")}</Link>}
      {visitor.rights.length > 0 && <Link to={pathTo.admin({ lang })}>{t("nav.admin")}</Link>}
      <button type="button" onClick={handleSignOut}>
        {t("nav.signOut")}
      </button>
    </Menu>
  );
}
