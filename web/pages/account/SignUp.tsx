import { Link } from "react-router";
import { Notice } from "../../components/feedback/Notice";
import { pathTo } from "../../generated/paths";
import type { SignUpPayload } from "../../generated/payloads";
import { findLocalPath } from "../../lib/address";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { AcceptInvitation } from "./AcceptInvitation";
import styles from "./Account.module.css";
import { CheckMail } from "./CheckMail";
import { Providers } from "./forms/Providers";
import { SignUpForm } from "./forms/SignUpForm";
import { NoEmails } from "./NoEmails";
import { useSentTo } from "./useSentTo";

const SENT = ["signup"] as const;

/** Sign-up by email and password or by an OAuth provider. */
export function SignUp({ data: { options, invitation, consents } }: PageProps<SignUpPayload>) {
  const { t } = useTranslation();
  const { lang, query, visitor } = usePage();
  const isHydrated = useHydrated();
  const [sent, setSent] = useSentTo(SENT);
  const next = findLocalPath(query.next);
  const goOn = next ?? pathTo.home({ lang });
  // Of those with an invitation while sign-up is closed; providers stay closed then.
  const isWelcome = options.signUp || invitation === "open";

  if (visitor && query.invite) return <AcceptInvitation token={query.invite} next={next} />;
  if (sent) return <CheckMail {...sent} goOn={goOn} onBack={() => setSent(null)} />;
  return (
    <>
      <h1>{t("signup.title")}</h1>
      <p className={styles.lead}>{t(isWelcome ? "signup.lead" : "error.auth.signupDisabled")}</p>
      {isWelcome && options.confirmsEmail && <NoEmails />}
      {invitation !== "none" && (
        <div className={styles.form}>
          <Notice tone={invitation === "open" ? "good" : "note"}>{t(`signup.invitation.${invitation}`)}</Notice>
        </div>
      )}
      {isWelcome && (
        <SignUpForm
          isReady={isHydrated}
          goOn={goOn}
          invitation={query.invite ?? null}
          consents={consents}
          onSent={(email) => setSent({ who: { email }, type: "signup" })}
        />
      )}
      {options.signUp && options.providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>{t("signin.or")}</p>
          <Providers providers={options.providers} goOn={goOn} isReady={isHydrated} />
        </div>
      )}
      <nav className={styles.links} aria-label={t("signin.otherWays")}>
        <Link to={pathTo.signin({ lang }, { next, invite: query.invite })}>{t("signup.toSignIn")}</Link>
      </nav>
    </>
  );
}
