import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { Tag } from "../../../../components/Tag";
import type { OwnPrivacyRequest } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { formatDay } from "../../../../lib/format/format";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { RequestForm } from "./RequestForm";
import styles from "./Requests.module.css";
import { withdrawRequest } from "./requests";

interface Props {
  requests: readonly OwnPrivacyRequest[];
  /** Days until a request is due. */
  days: number;
}

const TONES = { open: "note", in_progress: "accent", done: "good", refused: "bad", withdrawn: "plain" } as const;

/** The member's requests about their data, with state, due date and answer; and a form for a new one. */
export function OwnRequests({ requests, days }: Props) {
  const { t } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const open = requests.filter(({ closedAt }) => closedAt === null).map(({ kind }) => kind);
  return (
    <>
      {requests.length === 0 && !isWriting && <p className="soft">{t("profile.requests.none")}</p>}
      {requests.length > 0 && (
        <ul className="rows">
          {requests.map((request) => (
            <OwnRequest key={request.id} request={request} />
          ))}
        </ul>
      )}
      {isWriting ? (
        <RequestForm days={days} open={open} onDone={() => setWriting(false)} />
      ) : (
        <Button onClick={() => setWriting(true)}>{t("profile.requests.new")}</Button>
      )}
    </>
  );
}

function OwnRequest({ request }: { request: OwnPrivacyRequest }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { state, closedAt, extensionReason, outcome } = request;
  const kind = t(`profile.requests.kind.${request.kind}`);
  return (
    <li className={styles.request}>
      <div className="cluster">
        <h3>{kind}</h3>
        <Tag tone={TONES[state]}>{t(`profile.requests.state.${state}`)}</Tag>
        {request.isOverdue && <Tag tone="bad">{t("profile.requests.overdue")}</Tag>}
      </div>
      <p className="facts soft small">
        <span>{t("profile.requests.received", { date: formatDay(lang, request.receivedOn, "date") })}</span>
        {!closedAt && <span>{t("profile.requests.due", { date: formatDay(lang, request.dueOn, "date") })}</span>}
      </p>
      {request.message && <p className={styles.text}>{request.message}</p>}
      {extensionReason && (
        <div>
          <h4>{t("profile.requests.extended")}</h4>
          <p className={styles.text}>{extensionReason}</p>
        </div>
      )}
      {outcome && (
        <div className={styles.answer}>
          <h4>{t("profile.requests.answer")}</h4>
          <p className={styles.text}>{outcome}</p>
        </div>
      )}
      {!closedAt && <Withdraw request={request.id} kind={kind} />}
    </li>
  );
}

function Withdraw({ request, kind }: { request: string; kind: string }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure } = useAction(withdrawRequest);
  const handleWithdraw = async () => {
    const outcome = await run(request);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    showToast(t("profile.requests.withdrawn"), { tone: "success" });
    await refresh();
  };
  return (
    <div>
      <Button size="small" aria-label={t("profile.requests.withdrawOf", { kind })} onClick={() => setAsking(true)}>
        {t("profile.requests.withdraw")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("profile.requests.withdrawOf", { kind })}
        confirm={t("profile.requests.withdraw")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleWithdraw}
        onClose={() => setAsking(false)}
      >
        <p>{t("profile.requests.withdrawText")}</p>
      </ConfirmDialog>
    </div>
  );
}
