import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { ListState } from "../../../components/feedback/ListState";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import type { FailedMessage, FailedMessagesPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { AdminPage } from "../parts/AdminPage";
import { groupOf, resendMessage } from "./failedMessages";
import styles from "./messages.module.css";

/** Messages that were not delivered: what kind, by which channel and why, never what they say or to whom. */
export function FailedMessages({ data }: PageProps<FailedMessagesPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.failed.title")} lead={t("admin.failed.lead")}>
      <ListState
        items={data.messages}
        empty={<EmptyState title={t("admin.failed.empty")}>{t("admin.failed.emptyText")}</EmptyState>}
      >
        {(messages) => (
          <ul className={styles.failed}>
            {messages.map((message) => (
              <Failed key={message.id} message={message} />
            ))}
          </ul>
        )}
      </ListState>
      <Pager next={data.next} />
    </AdminPage>
  );
}

function Failed({ message }: { message: FailedMessage }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(resendMessage);
  const name = t(`admin.failed.kind.${groupOf(message.kind)}`);
  const handleResend = async () => {
    const outcome = await run(message.id);
    if (outcome?.failure !== null) return;
    showToast(t("admin.failed.sent"), { tone: "success" });
    await refresh();
  };
  return (
    <li className={styles.failedRow}>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="facts soft small">
          <span>{t(`admin.failed.channel.${message.channel}`)}</span>
          <DateTime value={message.failedAt} />
        </p>
        <p className="cluster">
          <Tag tone="bad">{t(`admin.failed.reason.${message.reason}`)}</Tag>
        </p>
        <FailureNotice failure={failure} onRetry={handleResend} />
      </div>
      {message.canResend && (
        <Button
          size="small"
          isBusy={isRunning}
          aria-label={t("admin.failed.resendOf", { name })}
          onClick={handleResend}
        >
          {t("admin.failed.resend")}
        </Button>
      )}
    </li>
  );
}
