import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { RelativeTime } from "../../components/parts/RelativeTime";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { ConversationRow, ConversationsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./messages.module.css";

/** A member's conversations, the one with the newest message first. */
export function Conversations({ data }: PageProps<ConversationsPayload>) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  useRowChanges("messages", [{ table: "private_messages" }], { onChange: refresh, onMissed: refresh });
  return (
    <div className={styles.page}>
      <PageHead title={t("people.messages.title")} lead={t("people.messages.lead")} />
      <ListState
        items={data.conversations}
        empty={<EmptyState title={t("people.messages.empty")}>{t("people.messages.emptyText")}</EmptyState>}
        pager={<Pager next={data.next} />}
      >
        {(conversations) => (
          <ul className="rows">
            {conversations.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </ListState>
    </div>
  );
}

function Row({ row }: { row: ConversationRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  const words = row.lastBody ?? t("people.messages.deleted");
  return (
    <li className={styles.row} data-unread={row.unread > 0 || undefined}>
      <Avatar name={row.displayName} pictureUrl={row.pictureUrl} size="large" />
      <span className={styles.words}>
        <span className={styles.line}>
          <Link className={`stretched ${styles.link}`} to={pathTo.messagesPerson({ lang, personId: row.personId })}>
            <bdi>{row.displayName}</bdi>
          </Link>
          <span className="soft small">
            <RelativeTime value={row.lastMessageAt} />
          </span>
        </span>
        <span className={styles.last}>{row.lastIsMine ? t("people.messages.yours", { words }) : words}</span>
        <Badges row={row} />
      </span>
      {row.unread > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{row.unread > 99 ? "99+" : row.unread}</span>
          <span className="visually-hidden">{t("people.messages.unread", { count: row.unread })}</span>
        </span>
      )}
    </li>
  );
}

function Badges({ row }: { row: ConversationRow }) {
  const { t } = useTranslation();
  if (row.isBlocked) return <Tag tone="note">{t("people.messages.state.blocked")}</Tag>;
  if (row.state === "request") return <Tag tone="accent">{t("people.messages.state.request")}</Tag>;
  if (row.state === "asked") return <Tag>{t("people.messages.state.asked")}</Tag>;
  if (row.state === "declined") return <Tag>{t("people.messages.state.declined")}</Tag>;
  return null;
}
