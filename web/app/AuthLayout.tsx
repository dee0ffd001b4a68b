import { Navigate, Outlet } from "react-router";
import { Scene } from "../components/parts/Scene";
import { pathTo } from "../generated/paths";
import { findLocalPath } from "../lib/address";
import { usePage, useSite } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./AuthLayout.module.css";
import { SiteName } from "./header/Header";
import { LanguageSwitcher } from "./header/LanguageSwitcher";
import { SchemeToggle } from "./header/SchemeToggle";

/**
 * The account screens: one form, nothing to distract. The drawing is beside it, on a phone a low band above it, so that
 * the form is in sight with the keyboard up. Signed-in users are redirected away from signing in and signing up.
 */
export function AuthLayout() {
  const { t } = useTranslation();
  const { screen, lang, query, visitor } = usePage();
  const { tagline } = useSite();
  // A link in an email works for its holder, signed in or not.
  // So does the sign-up page for members whom a provider sent back to it with an invitation to hand in.
  const isDone = screen === "signin" || (screen === "signup" && !query.invite);
  if (visitor && isDone && !query.token_hash) {
    const next = findLocalPath(query.next) ?? pathTo.home({ lang });
    return <Navigate to={visitor.owesConsent ? pathTo.consent({ lang }, { next }) : next} replace />;
  }
  return (
    <div className={styles.frame}>
      <div className={styles.picture}>
        {tagline && <p className={`heading ${styles.tagline}`}>{tagline}</p>}
        <Scene className={styles.scene} viewBox="640 70 800 550" />
      </div>
      <div className={styles.page}>
        <header className={styles.header}>
          <SiteName />
          <div className={styles.tools}>
            <LanguageSwitcher />
            <SchemeToggle />
          </div>
        </header>
        <main id="content" className={styles.main} aria-label={t("nav.account")}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
