import { Link, useLocation } from "react-router";
import { pathTo } from "../generated/routes";
import { useLang, useVisitor } from "../lib/context";
import { signOut } from "../lib/session";
import { useTranslation } from "../lib/texts";
import { showToast } from "../lib/toasts";
import styles from "./AccountMenu.module.css";
import { Avatar } from "./Avatar";
import { PersonIcon } from "./icons";
import { Menu } from "./Menu";

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
      {visitor.isAdmin && <Link to={pathTo.admin({ lang })}>{t("nav.admin")}</Link>}
      <button type="button" onClick={handleSignOut}>
        {t("nav.signOut")}
      </button>
    </Menu>
  );
}
