import { useEffect } from "react";
import { downloadOwnCopy, requestOwnCopy } from "../../../auth/ownAccount";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import type { OwnExport } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatSize } from "../../../lib/format/size";
import { useNow } from "../../../lib/format/useNow";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Profile.module.css";

const REFRESH_MS = 4000;

interface Props {
  copy: OwnExport;
}

/** A copy of the member's data: asked for, made by a job while the page follows it, then downloaded for a week. */
export function OwnData({ copy: { isOpen, error, bytes, expiresAt, nextAt } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const now = useNow();
  const refresh = useRefresh();
  const asking = useAction(requestOwnCopy);
  const downloading = useAction(downloadOwnCopy);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);
  const handleAsk = async () => {
    const outcome = await asking.run();
    if (outcome?.failure === null) await refresh();
  };
  const mustWait = nextAt !== null && Date.parse(nextAt) > now;
  return (
    <>
      <p role="status">{isOpen && t("profile.security.dataMaking")}</p>
      {error && !isOpen && <Notice tone="bad">{t(`profile.security.dataFailed.${error}`)}</Notice>}
      {expiresAt && bytes !== null && (
        <div className={styles.copy}>
          <Button look="primary" isBusy={downloading.isRunning} onClick={downloading.run}>
            {t("profile.security.dataDownload")}
          </Button>
          <p className="facts soft small">
            <span>{formatSize(lang, bytes)}</span>
            <span>
              {t("profile.security.dataUntil")} <DateTime value={expiresAt} />
            </span>
          </p>
        </div>
      )}
      <FailureNotice failure={downloading.failure} />
      <FailureNotice failure={asking.failure} />
      {!isOpen && !mustWait && (
        <Button isBusy={asking.isRunning} onClick={handleAsk}>
          {t(error ? "common.retry" : "profile.security.dataTake")}
        </Button>
      )}
      {!isOpen && mustWait && nextAt && (
        <p className="soft small">
          {t("profile.security.dataNext")} <DateTime value={nextAt} />
        </p>
      )}
    </>
  );
}
