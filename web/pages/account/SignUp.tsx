import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "../../generated/routes";
import { findLocalPath } from "../../lib/address";
import { usePage } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { useHydrated } from "../../lib/useTimeZone";
import styles from "./Account.module.css";
import { CheckMail } from "./CheckMail";
import { SignUpForm } from "./SignUpForm";

export function SignUp() {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const isHydrated = useHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const next = findLocalPath(query.next);
  const goOn = next ?? pathTo.home({ lang });

  if (sentTo) return <CheckMail email={sentTo} type="signup" goOn={goOn} onBack={() => setSentTo(null)} />;
  return (
    <>
      <h1>{t("signup.title")}</h1>
      <p className={styles.lead}>{t("signup.lead")}</p>
      <SignUpForm isReady={isHydrated} goOn={goOn} onSent={setSentTo} />
      <nav className={styles.links} aria-label={t("signin.otherWays")}>
        <Link to={pathTo.signin({ lang }, next ? { next } : undefined)}>{t("signup.toSignIn")}</Link>
      </nav>
    </>
  );
}
