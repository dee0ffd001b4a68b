import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type MailLink, redeemLink } from "../../auth/account";
import { needsFactor } from "../../auth/session";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { Notice } from "../../components/feedback/Notice";
import { pathTo } from "../../generated/paths";
import { findOwnPath } from "../../lib/address";
import { useFirst, useLang, useVisitor } from "../../lib/context";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";
import { UsedLink } from "./UsedLink";

interface Props {
  link: MailLink;
  isReady: boolean;
}

const TITLES: Partial<Record<MailLink["type"], string>> = {
  magiclink: "signin.linkTitle",
  email_change: "signin.changeTitle",
};

/**
 * The link of an email. Opening it changes nothing, so that mail scanners, which open every link, use up no token: the
 * button does.
 */
export function MailLinkPanel({ link, isReady }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { supabase } = useFirst();
  const navigate = useNavigate();
  const { run, isRunning, failure } = useAction(redeemLink);
  const [isHalfDone, setHalfDone] = useState(false);
  const visitor = useVisitor();
  const isSpent = failure?.code === "otp_expired";
  // The user is signed in already. A changed email address still has to be confirmed.
  const isNeedless = isSpent && visitor !== null && link.type !== "email_change";

  const handleConfirm = async () => {
    const { redirectTo, tokenHash, type } = link;
    const path = findOwnPath(redirectTo, location.origin);
    if (redirectTo && !path) {
      // Another application of this backend. The backend redirects only to configured ones.
      const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo });
      location.assign(`${supabase.url}/auth/v1/verify?${query}`);
      return;
    }
    const outcome = await run(tokenHash, type);
    const session = outcome?.value?.session;
    if (session && !needsFactor(session)) navigate(path ?? pathTo.home({ lang }), { replace: true });
    else if (outcome && !outcome.failure && !session) setHalfDone(true);
  };

  if (isHalfDone) {
    return (
      <>
        <h1>{t("signin.changeTitle")}</h1>
        <div className={styles.form}>
          <Notice tone="good" isAlert>
            {t("signin.changeHalf")}
          </Notice>
        </div>
      </>
    );
  }
  return (
    <>
      <h1>{t(TITLES[link.type] ?? "signin.confirmTitle")}</h1>
      {!isSpent && <p className={styles.lead}>{t("signin.confirmText")}</p>}
      <div className={styles.form}>
        <FailureNotice failure={isNeedless ? null : failure} onRetry={handleConfirm} />
        {isSpent ? (
          <UsedLink link={link} isNeedless={isNeedless} />
        ) : (
          <Button look="primary" size="big" isWide isBusy={isRunning} disabled={!isReady} onClick={handleConfirm}>
            {t("signin.confirm")}
          </Button>
        )}
      </div>
      {!visitor && (
        <nav className={styles.links} aria-label={t("signin.otherWays")}>
          <Link to={pathTo.signin({ lang })}>{t("signin.withPassword")}</Link>
        </nav>
      )}
    </>
  );
}
