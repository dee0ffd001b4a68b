import { Navigate, Outlet } from "react-router";
import { pathTo } from "../generated/paths";
import { findLocalPath } from "../lib/address";
import { usePage } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./AuthLayout.module.css";
import { SiteName } from "./header/Header";
import { LanguageSwitcher } from "./header/LanguageSwitcher";
import { SchemeToggle } from "./header/SchemeToggle";

/** The account screens: one card, nothing to distract. Signed-in users are redirected away from signing in and signing up. */
export function AuthLayout() {
  const { t } = useTranslation();
  const { screen, lang, query, visitor } = usePage();
  // A link in an email works for its holder, signed in or not.
  if (visitor && (screen === "signin" || screen === "signup") && !query.token_hash) {
    const next = findLocalPath(query.next) ?? pathTo.home({ lang });
    return <Navigate to={visitor.owesConsent ? pathTo.consent({ lang }, { next }) : next} replace />;
  }
  return (
    <>
      <header className={styles.header}>
        <SiteName />
        <div className={styles.tools}>
          <LanguageSwitcher />
          <SchemeToggle />
        </div>
      </header>
      <main id="content" className={styles.main} aria-label={t("nav.account")}>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
    </>
  );
}
