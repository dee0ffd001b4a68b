import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { signOut } from "../../../auth/session";
import { Button, ButtonLink } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { pathTo } from "../../../generated/paths";
import type { ConsentPayload, GivenConsent } from "../../../generated/payloads";
import { findLocalPath } from "../../../lib/address";
import { usePage } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { ConsentField } from "./ConsentField";

/** Asks a member to agree to what they have not agreed to yet, and shows what they agreed to. */
export function Consent({ data }: PageProps<ConsentPayload>) {
  const { query, lang } = usePage();
  const next = findLocalPath(query.next);
  if (data.asked.length === 0 && next) return <Navigate to={next} replace />;
  return (
    <>
      {data.asked.length > 0 && <Question asked={data.asked} goOn={next ?? pathTo.home({ lang })} />}
      <Given given={data.given} isAlone={data.asked.length === 0} />
    </>
  );
}

interface QuestionProps {
  asked: ConsentPayload["asked"];
  goOn: string;
}

function Question({ asked, goOn }: QuestionProps) {
  const { t } = useTranslation();
  const { lang } = usePage();
  const navigate = useNavigate();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const { run, isRunning, failure } = useAction((versions: string[]) =>
    write((supabase) => supabase.rpc("give_consents", { versions, shown_language: lang })),
  );
  const handleAgree = async () => {
    setTried(true);
    if (!isAgreed) return;
    const outcome = await run(asked.map((one) => one.versionId));
    if (outcome && !outcome.failure) await navigate(goOn, { replace: true });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleAgree();
      }}
    >
      <h1>{t("consent.title")}</h1>
      <p className={styles.lead}>{t("consent.lead")}</p>
      <ConsentField
        asked={asked}
        isChecked={isAgreed}
        error={isTried && !isAgreed ? t("consent.missing") : null}
        onChange={setAgreed}
      />
      <FailureNotice failure={failure} onRetry={handleAgree} />
      <Button type="submit" look="primary" isWide isBusy={isRunning}>
        {t("consent.agree")}
      </Button>
      <Button look="quiet" isWide onClick={() => signOut()}>
        {t("nav.signOut")}
      </Button>
    </form>
  );
}

interface GivenProps {
  given: GivenConsent[];
  isAlone: boolean;
}

function Given({ given, isAlone }: GivenProps) {
  const { t } = useTranslation();
  const { lang } = usePage();
  const Heading = isAlone ? "h1" : "h2";
  if (given.length === 0 && !isAlone) return null;
  return (
    <section className={styles.form}>
      <Heading>{t("consent.given")}</Heading>
      {given.length === 0 ? (
        <p className={styles.lead}>{t("consent.none")}</p>
      ) : (
        <ul className="stack">
          {given.map((one) => (
            <GivenItem key={one.id} consent={one} />
          ))}
        </ul>
      )}
      {isAlone && <ButtonLink to={pathTo.home({ lang })}>{t("error.page.home")}</ButtonLink>}
    </section>
  );
}

function GivenItem({ consent }: { consent: GivenConsent }) {
  const { t } = useTranslation();
  const { lang } = usePage();
  const { run, isRunning } = useQuickAction();
  const address = consent.slug && pathTo.page({ lang, slug: consent.slug }, { version: String(consent.number) });
  const { currentId } = consent;
  const withdraw = () => write((supabase) => supabase.rpc("withdraw_consent", { consent: consent.id }));
  // The withdrawal stays on record; undoing it is a new consent to the same version.
  const agreeAgain = currentId
    ? () => write((supabase) => supabase.rpc("give_consents", { versions: [currentId], shown_language: lang }))
    : undefined;
  return (
    <li className="stack" style={{ "--gap": "var(--space-1)" }}>
      <span>
        {address ? <a href={address}>{consent.title}</a> : consent.title} ·{" "}
        {t("page.version", { number: consent.number })}
      </span>
      <span className="soft small">
        <DateTime value={consent.givenAt} say={(date) => t("consent.since", { date })} />
        {consent.withdrawnAt && (
          <>
            {" · "}
            <DateTime value={consent.withdrawnAt} say={(date) => t("consent.until", { date })} />
          </>
        )}
      </span>
      {!consent.withdrawnAt && (
        <div>
          <Button look="quiet" isBusy={isRunning} onClick={() => run(withdraw, t("consent.withdrawn"), agreeAgain)}>
            {t("consent.withdraw")}
          </Button>
        </div>
      )}
    </li>
  );
}
