import { useEffect } from "react";
import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { BackIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import type { ConversationPayload } from "../../generated/payloads";
import { readConversation } from "../../lib/api/people/privateMessages";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import { Consent } from "./Consent";
import { MessageForm } from "./MessageForm";
import { MessageList } from "./MessageList";
import styles from "./messages.module.css";

/** The conversation with one member; it is also where one is begun. */
export function Conversation({ data }: PageProps<ConversationPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  useRowChanges(
    data.id && `conversation:${data.id}`,
    data.id ? [{ table: "private_messages", filter: `conversation_id=eq.${data.id}` }] : [],
    { onChange: refresh, onMissed: refresh },
  );
  useReading(data);
  const canWrite = data.canWrite && data.state !== "asked";
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={pathTo.messages({ lang })}>
        <BackIcon size={18} />
        {t("people.messages.title")}
      </Link>
      <header className={styles.head}>
        <Avatar name={data.displayName} pictureUrl={data.pictureUrl} size="large" />
        <h1>
          <Link to={pathTo.peoplePerson({ lang, personId: data.personId })}>
            <bdi>{data.displayName}</bdi>
          </Link>
        </h1>
      </header>
      {data.earlier && (
        <p className={styles.earlier}>
          <ButtonLink
            size="small"
            to={pathTo.messagesPerson({ lang, personId: data.personId }, { before: data.earlier })}
          >
            {t("people.messages.earlier")}
          </ButtonLink>
        </p>
      )}
      <MessageList data={data} />
      <Consent data={data} />
      {canWrite && <MessageForm key={data.personId} data={data} />}
    </div>
  );
}

/** Marks what is shown as read, on all devices, while the page is in sight. */
function useReading({ id, lastNumber, lastRead, messages }: ConversationPayload): void {
  const shown = messages.at(-1)?.number ?? 0;
  useEffect(() => {
    if (!id || shown <= lastRead || shown < lastNumber || document.hidden) return;
    readConversation(id, shown);
  }, [id, shown, lastRead, lastNumber]);
}
