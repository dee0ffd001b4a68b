import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { LanguageQuestion } from "../../../components/drafts/LanguageDoubt";
import { SendIcon } from "../../../components/icons";
import { MarksButton } from "../../../components/marks/MarksButton";
import type { BegunText } from "../../../components/richTextEditor/types";
import { pathTo } from "../../../generated/paths";
import type { OwnHeldText } from "../../../generated/payloads";
import { createComment, createReply, isHeld, replyNumber } from "../../../lib/api/forum";
import { useLang, useVisitor } from "../../../lib/context";
import { forgetTyping, readTyping } from "../../../lib/forms/typingSpeed";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { whenOnline } from "../../../lib/requests/whenOnline";
import { plainText } from "../../../lib/richText/plain";
import { EMPTY_DOCUMENT } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { putWaiting, type WaitingReply } from "../../../offline/outbox/storage";
import { noteTyping } from "../../../realtime/typing";
import { pathToReply, type ThreadAddress } from "../entry/pathToReply";
import { BodyField } from "./BodyField";
import { DraftNote, DraftState } from "./DraftNote";
import { findReplyMistake } from "./drafts/check";
import type { ReplyDraft, WriteRequest } from "./drafts/replyDraft";
import { useReplyDraft } from "./drafts/useReplyDraft";
import { LanguageField } from "./LanguageField";
import { HeldReplies } from "./outbox/HeldReplies";
import { Outbox } from "./outbox/Outbox";
import { useCurrentPath } from "./useCurrentPath";
import { WriteFailure } from "./WriteFailure";
import styles from "./write.module.css";

interface Props {
  address: ThreadAddress;
  request: WriteRequest | null;
  begun: BegunText;
  held?: readonly OwnHeldText[];
  /** The reply is a comment on an article. Before the first one, `address` names the article instead of its topic. */
  comment?: { article: string; isFirst: boolean };
}

const sendReply = whenOnline(createReply);
const sendComment = whenOnline(createComment);

/** The form for a reply. Closed it is a text field of one line. */
export function ReplyForm({ address, request, begun, held = [], comment }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const draft = useReplyDraft(comment?.article ?? address.postId, request, begun);
  const form = useRef<HTMLDivElement>(null);
  const { mistake, action, handleSubmit } = useSending(address, draft, comment);
  const { text, round } = draft;

  const isOpen = text !== null;
  const showForm = useEffectEvent(() => {
    if (isOpen) form.current?.scrollIntoView({ block: "center" });
  });
  useEffect(() => {
    if (round > 0) showForm();
  }, [round]);
  useEffect(() => (isOpen ? () => noteTyping(false) : undefined), [isOpen]);

  return (
    <>
      <HeldReplies texts={held} />
      <Outbox
        isWanted={(waiting) => waiting.kind === "reply" && waiting.postId === address.postId}
        onEdit={({ id, body, language, keptFrom, ...waiting }) => {
          if (waiting.kind === "reply")
            draft.restore({ id, body, language, keptFrom, quotedReplyId: waiting.quotedReplyId });
        }}
      />
      {isOpen && <DraftNote draft={draft} />}
      <div ref={form} className={styles.compose}>
        <BodyField
          key={round}
          label={comment ? t("forum.comments.write") : t("forum.reply.title")}
          initial={text?.body ?? EMPTY_DOCUMENT}
          language={draft.language}
          topic={address.postId}
          placeholder={comment ? t("forum.comments.placeholder") : t("forum.reply.placeholder")}
          mistake={mistake}
          isFocused={round === 0 ? begun.isFocused : isOpen}
          begun={round === 0 ? begun : undefined}
          isClosed={!isOpen}
          onOpen={draft.open}
          onChange={(body) => {
            draft.change({ body });
            noteTyping();
          }}
          onSubmit={handleSubmit}
        />
        {isOpen && text && (
          <LanguageQuestion
            content={plainText(text.body)}
            stated={draft.language}
            onChange={(language) => draft.change({ language })}
          />
        )}
        {isOpen && (
          <div className={styles.foot}>
            <LanguageField value={draft.language} onChange={(language) => draft.change({ language })} />
            <MarksButton marks={text.keptFrom ?? []} onChange={(keptFrom) => draft.change({ keptFrom })} />
            <DraftState state={draft.state} />
            <span className={styles.acts}>
              <Button look="quiet" onClick={draft.discard}>
                {t("forum.write.discard")}
              </Button>
              <Button look="primary" isBusy={action.isRunning} onClick={handleSubmit}>
                <SendIcon size={18} />
                {action.isRunning
                  ? t("forum.write.sending")
                  : visitor
                    ? t("forum.reply.send")
                    : t("forum.write.signIn")}
              </Button>
            </span>
          </div>
        )}
      </div>
      {isOpen && <WriteFailure failure={action.failure} onRetry={handleSubmit} />}
    </>
  );
}

function useSending(address: Props["address"], draft: ReplyDraft, comment: Props["comment"]) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const navigate = useNavigate();
  const here = useCurrentPath();
  const refresh = useRefresh();
  const action = useAction(comment?.isFirst ? sendComment : sendReply);
  const [isChecked, setChecked] = useState(false);
  const mistake = isChecked && draft.text ? findReplyMistake(draft.text.body) : null;

  const handleSubmit = async () => {
    const { text, language } = draft;
    if (!text) return;
    setChecked(true);
    if (findReplyMistake(text.body)) return;
    if (!visitor) {
      // The whole text is in the draft and is restored after signing in.
      navigate(pathTo.signin({ lang }, { next: `${here}#reply-form` }));
      return;
    }
    const reply = {
      ...text,
      typing: readTyping(),
      language,
      postId: comment?.isFirst ? comment.article : address.postId,
    };
    const outcome = await action.run(reply);
    if (!outcome) return;
    if (outcome.failure) {
      const waiting: WaitingReply = {
        kind: "reply",
        ...reply,
        forum: address.forumId,
        article: address.article,
        sentAt: Date.now(),
        refusal: null,
      };
      // Without a topic there is nothing to wait for: the text stays in the form.
      if (comment?.isFirst || outcome.failure.key !== "error.network" || !putWaiting(visitor.id, waiting)) return;
      action.clear();
    }
    setChecked(false);
    draft.finish();
    if (outcome.failure) {
      showToast(t("forum.outbox.waiting"));
      return;
    }
    forgetTyping();
    if (isHeld(outcome.value)) {
      showToast(t("held.sent"));
      await refresh();
      return;
    }
    const number = replyNumber(outcome.value);
    showToast(t(comment ? "forum.comments.sent" : "forum.reply.sent"), { tone: "success" });
    await navigate(pathToReply(lang, address, number));
  };
  return { mistake, action, handleSubmit };
}
