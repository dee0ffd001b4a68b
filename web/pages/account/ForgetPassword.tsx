import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { findLocalPath } from "../../lib/address";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";
import { CheckMail } from "./CheckMail";
import { ForgetPasswordForm } from "./forms/ForgetPasswordForm";
import { NoEmails } from "./NoEmails";
import { useSentTo } from "./useSentTo";

const SENT = ["recovery"] as const;

export function ForgetPassword() {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const isHydrated = useHydrated();
  const [sent, setSent] = useSentTo(SENT);

  if (sent) return <CheckMail {...sent} goOn={pathTo.resetPassword({ lang })} onBack={() => setSent(null)} />;
  return (
    <>
      <h1>{t("forget-password.title")}</h1>
      <p className={styles.lead}>{t("forget-password.lead")}</p>
      <NoEmails />
      <ForgetPasswordForm isReady={isHydrated} onSent={(email) => setSent({ who: { email }, type: "recovery" })} />
      <nav className={styles.links} aria-label={t("signin.otherWays")}>
        <Link to={pathTo.signin({ lang }, { next: findLocalPath(query.next), invite: query.invite })}>
          {t("signup.toSignIn")}
        </Link>
      </nav>
    </>
  );
}
