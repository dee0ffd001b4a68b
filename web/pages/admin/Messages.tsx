import { Button } from "../../components/Button";
import { Card } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import type { AdminMessagesPayload } from "../../generated/payloads";
import { setHandled } from "../../lib/api/contact";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import styles from "./Messages.module.css";
import { AdminPage } from "./parts/AdminPage";
import parts from "./parts/parts.module.css";

/** Contact messages, newest first. */
export function Messages({ data }: PageProps<AdminMessagesPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.messages.title")}>
      <ListState
        items={data.messages}
        empty={<EmptyState title={t("admin.messages.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(messages) => (
          <ul className={parts.list}>
            {messages.map((message) => (
              <MessageCard key={message.id} message={message} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function MessageCard({ message }: { message: AdminMessagesPayload["messages"][number] }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(setHandled);
  const isHandled = message.handledAt !== null;
  const handleToggle = async () => {
    const outcome = await run(message.id, !isHandled);
    if (outcome && !outcome.failure) await refresh();
  };
  return (
    <Card as="li">
      <h2 className={styles.from}>{message.name}</h2>
      <p className="cluster soft small">
        <a href={`mailto:${message.email}`}>{message.email}</a>
        <DateTime value={message.createdAt} />
        {isHandled && <Tag>{t("admin.messages.handled", { name: message.handledBy ?? "" })}</Tag>}
      </p>
      <p className={styles.body} lang={HTML_LANG[message.language]}>
        {message.body}
      </p>
      <FailureNotice failure={failure} />
      <div>
        <Button look={isHandled ? "quiet" : "plain"} isBusy={isRunning} onClick={handleToggle}>
          {isHandled ? t("admin.messages.reopen") : t("admin.messages.handle")}
        </Button>
      </div>
    </Card>
  );
}
