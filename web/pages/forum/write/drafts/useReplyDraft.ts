/** The draft of a reply to a post: opening, quoting, saving, discarding. */
import { useEffect, useEffectEvent, useState } from "react";
import type { BegunText } from "../../../../components/richTextEditor/types";
import { useLang } from "../../../../lib/context";
import { useDraft } from "../../../../lib/forms/drafts";
import { useDraftText } from "../../../../lib/forms/useDraftText";
import { guessLanguage } from "../../../../lib/languages/guessLanguage";
import { newId } from "../../../../lib/requests/newId";
import { joinDocuments } from "../../../../lib/richText/join";
import { isBlank, plainText } from "../../../../lib/richText/plain";
import { fromPlain } from "../../../../lib/richText/plainEdit";
import { EMPTY_DOCUMENT, tidyDocument } from "../../../../lib/richText/schema";
import { useTranslation } from "../../../../lib/texts";
import { closeToast, showToast } from "../../../../lib/toasts";
import { isTaken } from "../../../../offline/outbox/storage";
import { isReplyText, type ReplyText } from "./draftShapes";
import { withQuote } from "./quote";
import type { ReplyDraft, WriteRequest } from "./replyDraft";

/** A text sent without a connection is no draft any more, though the server may still have it as one. */
const isDraft = (value: unknown): value is ReplyText => isReplyText(value) && !isTaken(value.id);

export function useReplyDraft(postId: string, request: WriteRequest | null, begun: BegunText): ReplyDraft {
  const { t } = useTranslation();
  const pageLang = useLang();
  const draft = useDraft(`reply:${postId}`, isDraft);
  // Until the user edits the form, a stored draft opens it.
  const {
    text = null,
    isRestored,
    show,
    write,
  } = useDraftText(draft, joinReplies, () =>
    begun.text ? { ...makeBlank(), body: tidyDocument(fromPlain(EMPTY_DOCUMENT, begun.text)) } : undefined,
  );
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<WriteRequest | null>(null);

  const change = (changes: Partial<ReplyText>) => write((before) => ({ ...(before ?? makeBlank()), ...changes }));
  const answer = useEffectEvent((wish: WriteRequest) => {
    setAnswered(wish);
    const { body, author, source, replyId } = wish.quote;
    const heading = t("forum.post.wrote", { name: author });
    const quoted = withQuote(text?.body ?? EMPTY_DOCUMENT, body, heading, source);
    change({ body: quoted, quotedReplyId: replyId });
    setRound((before) => before + 1);
  });
  // A quotation is appended to a stored draft, so it waits until storage has been read.
  const isReady = draft.found !== undefined;
  useEffect(() => {
    if (isReady && request && request !== answered) answer(request);
  }, [isReady, request, answered]);

  const finish = () => {
    show(null);
    draft.discard();
    // The field stays in place when the form closes: it begins again, empty.
    setRound((before) => before + 1);
  };
  return {
    text,
    language: text?.language ?? (text && guessLanguage(plainText(text.body))) ?? pageLang,
    state: draft.state,
    isRestored: isRestored && text !== null && !isBlank(text.body),
    round,
    open: () => {
      if (text === null) show(makeBlank());
    },
    change,
    restore: (back) => {
      change(text ? { ...joinReplies(text, back), id: back.id, quotedReplyId: back.quotedReplyId } : back);
      setRound((before) => before + 1);
    },
    finish,
    discard: () => {
      finish();
      if (!text || isBlank(text.body)) return;
      const undo = () => {
        change(text);
        setRound((before) => before + 1);
        closeToast(toast);
      };
      const toast = showToast(t("forum.write.discarded"), {
        life: 10_000,
        action: { label: t("forum.delete.undo"), run: undo },
      });
    },
  };
}

function joinReplies(found: ReplyText, typed: ReplyText): ReplyText {
  return { ...found, body: joinDocuments(found.body, typed.body), language: typed.language ?? found.language };
}

function makeBlank(): ReplyText {
  return { id: newId(), body: EMPTY_DOCUMENT, quotedReplyId: null, language: null };
}
