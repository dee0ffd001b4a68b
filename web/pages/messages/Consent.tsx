import { Button } from "../../components/Button";
import { Notice } from "../../components/feedback/Notice";
import type { ConversationPayload } from "../../generated/payloads";
import { setBlocked } from "../../lib/api/people/people";
import { answerConversation } from "../../lib/api/people/privateMessages";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";

interface Props {
  data: ConversationPayload;
}

/** State between two members: a request to answer, one that waits, a block. */
export function Consent({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { id, displayName: name, personId, state } = data;
  const answer = (accepts: boolean) => {
    if (!id) return;
    run(
      () => answerConversation(id, accepts),
      accepts ? t("people.messages.done.accepted", { name }) : t("people.messages.done.declined"),
    );
  };
  const block = (blocks: boolean) =>
    run(
      () => setBlocked(personId, blocks),
      blocks ? t("people.person.blocked", { name }) : t("people.person.unblocked", { name }),
    );
  if (data.isBlocked) {
    const unblock = (
      <Button isBusy={isRunning} onClick={() => block(false)}>
        {t("people.person.unblock")}
      </Button>
    );
    return (
      <Notice tone="note" action={unblock}>
        {t("people.person.isBlocked")}
      </Notice>
    );
  }
  if (!data.canWrite) return <Notice tone="note">{t("people.messages.error.not_available")}</Notice>;
  if (state === "new") return <Notice>{t("people.messages.first", { name })}</Notice>;
  if (state === "asked") return <Notice>{t("people.messages.waits", { name })}</Notice>;
  if (state === "open") return null;
  return (
    <Notice
      tone="note"
      action={
        <span className="cluster">
          <Button look="soft" isBusy={isRunning} onClick={() => answer(true)}>
            {t("people.messages.accept")}
          </Button>
          {state === "request" && (
            <Button isBusy={isRunning} onClick={() => answer(false)}>
              {t("people.messages.decline")}
            </Button>
          )}
          <Button look="quiet" isBusy={isRunning} onClick={() => block(true)}>
            {t("people.person.block")}
          </Button>
        </span>
      }
    >
      {state === "request" ? t("people.messages.request", { name }) : t("people.messages.isDeclined", { name })}
    </Notice>
  );
}
