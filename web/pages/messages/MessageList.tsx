import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog";
import type { ConversationPayload, PrivateMessage } from "../../generated/payloads";
import { deletePrivateMessage, reportPrivateMessage } from "../../lib/api/people/privateMessages";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import { ReportDialog } from "../forum/entry/ReportDialog";
import styles from "./messages.module.css";

interface Props {
  data: ConversationPayload;
}

/** The messages, the newest at the foot, where the page opens. */
export function MessageList({ data }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ act: "delete" | "report"; message: string } | null>(null);
  const { run, isRunning } = useQuickAction();
  const foot = useFoot(data.lastNumber);
  const handleDelete = async () => {
    if (!asked) return;
    setAsked(null);
    await run(() => deletePrivateMessage(asked.message), t("people.messages.done.deleted"));
  };
  return (
    <>
      <ol className={styles.messages} aria-label={t("people.messages.list")}>
        {data.messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            data={data}
            onAsk={(act) => setAsked({ act, message: message.id })}
          />
        ))}
      </ol>
      <div ref={foot} />
      <ConfirmDialog
        isOpen={asked?.act === "delete"}
        title={t("people.messages.deleteTitle")}
        confirm={t("people.messages.delete")}
        isDanger
        isBusy={isRunning}
        onConfirm={handleDelete}
        onClose={() => setAsked(null)}
      >
        <p>{t("people.messages.deleteText")}</p>
      </ConfirmDialog>
      <ReportDialog
        isOpen={asked?.act === "report"}
        onReport={(id, reason, note) => reportPrivateMessage(id, asked?.message ?? "", reason, note)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface MessageProps extends Props {
  message: PrivateMessage;
  onAsk: (act: "delete" | "report") => void;
}

function Message({ message, data, onAsk }: MessageProps) {
  const { t } = useTranslation();
  const { isMine, body } = message;
  const isRead = isMine && message.number === data.lastNumber && data.otherRead >= message.number;
  return (
    <li className={styles.message} data-mine={isMine || undefined}>
      <span className="visually-hidden">{isMine ? t("people.messages.you") : data.displayName}</span>
      <p className={styles.bubble} data-gone={body === null || undefined} dir="auto">
        {body ?? t("people.messages.deleted")}
      </p>
      <p className={styles.foot}>
        <DateTime value={message.createdAt} />
        {isRead && <span>{t("people.messages.read")}</span>}
        {body !== null && (
          <Button look="quiet" size="small" onClick={() => onAsk(isMine ? "delete" : "report")}>
            {isMine ? t("people.messages.delete") : t("people.messages.report")}
          </Button>
        )}
      </p>
    </li>
  );
}

/** Brings the newest message into sight when the page opens, and when one comes while the foot is in sight. */
function useFoot(lastNumber: number) {
  const foot = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    const place = foot.current?.getBoundingClientRect().top ?? 0;
    const isNear = shown.current === 0 || place < window.innerHeight * 1.5;
    if (lastNumber > shown.current && isNear) foot.current?.scrollIntoView({ block: "end" });
    shown.current = lastNumber;
  }, [lastNumber]);
  return foot;
}
