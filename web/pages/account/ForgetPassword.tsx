import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { useLang } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";
import { CheckMail } from "./CheckMail";
import { ForgetPasswordForm } from "./forms/ForgetPasswordForm";

export function ForgetPassword() {
  const { t } = useTranslation();
  const lang = useLang();
  const isHydrated = useHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo) {
    const goOn = pathTo.resetPassword({ lang });
    return <CheckMail who={{ email: sentTo }} type="recovery" goOn={goOn} onBack={() => setSentTo(null)} />;
  }
  return (
    <>
      <h1>{t("forget-password.title")}</h1>
      <p className={styles.lead}>{t("forget-password.lead")}</p>
      <ForgetPasswordForm isReady={isHydrated} onSent={setSentTo} />
      <nav className={styles.links} aria-label={t("signin.otherWays")}>
        <Link to={pathTo.signin({ lang })}>{t("signup.toSignIn")}</Link>
      </nav>
    </>
  );
}
