import { useEffect } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { ListState } from "../../../components/feedback/ListState";
import type { HealthPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatSize } from "../../../lib/format/size";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { requestBackup } from "./backups";
import styles from "./Health.module.css";

const REFRESH_MS = 4000;

interface Props {
  data: HealthPayload;
}

/** The stored backups, and a button for one more. While one is being made the page follows it. */
export function Backups({ data: { backups, openBackup } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(requestBackup);
  useEffect(() => {
    if (!openBackup) return;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [openBackup, refresh]);
  const handleRequest = async () => {
    const outcome = await run();
    if (outcome?.failure === null) await refresh();
  };
  return (
    <section className={styles.section} aria-labelledby="health-backups">
      <div className={styles.head}>
        <h2 id="health-backups">{t("admin.health.backups")}</h2>
        <Button isBusy={isRunning || openBackup !== null} onClick={handleRequest}>
          {t("admin.health.backUp")}
        </Button>
      </div>
      <p className="soft">{t("admin.health.backupsLead")}</p>
      <p role="status">{openBackup && t(`admin.health.open.${openBackup}`)}</p>
      <FailureNotice failure={failure} />
      <ListState items={backups} empty={<EmptyState title={t("admin.health.noBackups")} />}>
        {(stored) => (
          <ul className={styles.list}>
            {stored.map((backup) => (
              <li key={backup.file} className={styles.backup}>
                <div className={styles.head}>
                  <strong>
                    <DateTime value={backup.madeAt} />
                  </strong>
                  <span>{formatSize(lang, backup.bytes)}</span>
                </div>
                <p className="facts soft small">
                  <span>{t(`admin.health.made.${backup.isScheduled ? "scheduled" : "requested"}`)}</span>
                  <span className={styles.text} lang="en">
                    {backup.file}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </section>
  );
}
