import { useEffect, useState } from "react";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { Notice } from "../../../../components/feedback/Notice";
import type { Incident, IncidentText } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { formatList } from "../../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../Incidents.module.css";
import { sendNotice } from "../incidents";

interface Props {
  incident: Incident;
  notices: readonly IncidentText[];
  hasUnsaved: boolean;
}

const REFRESH_MS = 5000;

/** The sending, once, after a look at how many get it in which language; then how far it is. */
export function Send({ incident, notices, hasUnsaved }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const sending = useAction(sendNotice);
  const { id, total, unreachable, listedAt, sentAt, closedAt } = incident;
  if (sentAt) return <Sent incident={incident} />;
  if (closedAt) return null;
  const needed = notices.filter((one) => one.people > 0);
  const missing = needed.filter((one) => !one.isSaved).map((one) => OWN_NAME[one.language]);
  const reason =
    total === 0
      ? t("admin.incident.error.noList")
      : missing.length > 0
        ? t("admin.incident.missing", { languages: formatList(lang, missing) })
        : hasUnsaved
          ? t("admin.incident.unsaved")
          : null;
  const send = async () => {
    const outcome = await sending.run(id, total, listedAt);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    showToast(t("admin.incident.said.sent"), { tone: "success" });
    await refresh();
  };
  if (reason) return <Notice tone="note">{reason}</Notice>;
  return (
    <div>
      <Button look="primary" onClick={() => setAsking(true)}>
        {t("admin.incident.send")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("admin.incident.sendTitle", { count: total - unreachable })}
        confirm={t("admin.incident.sendNow")}
        isBusy={sending.isRunning}
        failure={sending.failure}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <ul className={styles.people}>
          {needed.map(({ language, subject, emails, site }) => (
            <li key={language}>
              <strong lang={HTML_LANG[language]}>{OWN_NAME[language]}</strong>
              <span lang={HTML_LANG[language]} translate="no">
                {subject}
              </span>
              <span className="facts soft small">
                <span>{t("admin.incident.emails", { count: emails })}</span>
                {site > 0 && <span>{t("admin.incident.onSite", { count: site })}</span>}
              </span>
            </li>
          ))}
        </ul>
        {unreachable > 0 && <p>{t("admin.incident.unreachable", { count: unreachable })}</p>}
        <p>{t("admin.incident.sendOnce")}</p>
      </ConfirmDialog>
    </div>
  );
}

function Sent({ incident: { sentAt, notified, toNotify } }: { incident: Incident }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const done = notified ?? 0;
  const left = toNotify ?? 0;
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [left, refresh]);
  return (
    <Notice tone={left === 0 ? "good" : "info"}>
      {sentAt && <DateTime value={sentAt} say={(date) => t("admin.incident.sentAt", { date })} />}{" "}
      <span role="status">
        {left === 0
          ? t("admin.incident.allNotified", { count: done })
          : t("admin.incident.progress", { done, total: done + left })}
      </span>
      {left > 0 && (
        <progress
          className={styles.progress}
          value={done}
          max={done + left}
          aria-label={t("admin.incident.progressLabel")}
        />
      )}
    </Notice>
  );
}
