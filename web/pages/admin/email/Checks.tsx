import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import type { EmailPayload } from "../../../generated/payloads";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./Email.module.css";
import { EmailCheckItem } from "./EmailCheckItem";
import { checkEmails } from "./emailAccount";

const REFRESH_MS = 4000;

interface Props {
  data: EmailPayload;
}

/** Whether emails arrive: the records of the domain, the server, and the probe, which the page waits for. */
export function Checks({ data: { checks, checkedAt, selector, probe } }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [name, setName] = useState(selector);
  const { run, isRunning, failure } = useAction(checkEmails);
  const isWaiting = probe === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refresh]);
  const handleCheck = async () => {
    const outcome = await run(name.trim());
    if (outcome?.failure === null) await refresh();
  };
  return (
    <section className={styles.panel} aria-labelledby="email-checks">
      <div className={styles.head}>
        <h2 id="email-checks">{t("admin.email.checks.title")}</h2>
        <Button isBusy={isRunning} onClick={handleCheck}>
          {t("admin.email.checks.run")}
        </Button>
      </div>
      <p className="soft">{t("admin.email.checks.lead")}</p>
      <p role="status">
        {isRunning ? t("admin.email.checks.running") : probe !== "none" && t(`admin.email.checks.probe.${probe}`)}
      </p>
      <FailureNotice failure={failure} onRetry={handleCheck} />
      {checkedAt ? (
        <>
          <ul className={styles.checks}>
            {checks.map((check) => (
              <EmailCheckItem key={check.subject} check={check} />
            ))}
          </ul>
          <p className="soft small">
            <DateTime value={checkedAt} say={(date) => t("admin.health.checkedAt", { date })} />
          </p>
        </>
      ) : (
        <EmptyState title={t("admin.email.checks.none")} drawing="shelf">
          {t("admin.email.checks.noneText")}
        </EmptyState>
      )}
      <TextField
        label={t("admin.email.checks.selector")}
        hint={t("admin.email.checks.selectorHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </section>
  );
}
