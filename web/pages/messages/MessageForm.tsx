import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { TextArea } from "../../components/fields/Field";
import { SendIcon } from "../../components/icons";
import type { ConversationPayload } from "../../generated/payloads";
import { sendPrivateMessage } from "../../lib/api/people/privateMessages";
import { isComposing } from "../../lib/forms/composing";
import { useDraft } from "../../lib/forms/drafts";
import { newId } from "../../lib/requests/newId";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import styles from "./messages.module.css";

interface Props {
  data: ConversationPayload;
}

interface MessageDraft {
  text: string;
}

const LONGEST = 4000;

/** The text is a draft until it is sent; sent again after a failure, it has the same id and is stored once. */
export function MessageForm({ data }: Props) {
  const { t } = useTranslation();
  const draft = useDraft(`message:${data.personId}`, isMessageDraft);
  // Undefined until the member writes; until then a stored draft fills the field.
  const [written, setWritten] = useState<string>();
  const text = written ?? draft.found?.text ?? "";
  const [id, setId] = useState(newId);
  const [isEmpty, setEmpty] = useState(false);
  const { run, isRunning, failure } = useAction(sendPrivateMessage);
  const refresh = useRefresh();
  const handleSend = async () => {
    setEmpty(text.trim() === "");
    if (text.trim() === "") return;
    const outcome = await run(id, data.personId, text);
    if (!outcome || outcome.failure) return;
    setWritten("");
    setId(newId());
    draft.discard();
    await refresh();
  };
  const handleText = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setWritten(event.target.value);
    draft.keep({ text: event.target.value });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    handleSend();
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleSend();
      }}
    >
      <TextArea
        label={t("people.messages.write", { name: data.displayName })}
        required
        rows={3}
        maxLength={LONGEST}
        value={text}
        error={isEmpty ? t("people.messages.error.no_text") : null}
        onChange={handleText}
        onKeyDown={handleKeyDown}
      />
      <FailureNotice failure={failure} onRetry={handleSend} />
      <Button type="submit" look="primary" isBusy={isRunning}>
        <SendIcon size={18} />
        {t("people.messages.send")}
      </Button>
    </form>
  );
}

function isMessageDraft(value: unknown): value is MessageDraft {
  return typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
}
