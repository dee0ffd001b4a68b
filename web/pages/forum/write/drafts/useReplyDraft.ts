/** The draft of a reply to a post: opening, quoting, saving, discarding. */
import { useEffect, useEffectEvent, useState } from "react";
import { useLang } from "../../../../lib/context";
import { useDraft } from "../../../../lib/forms/drafts";
import { newId } from "../../../../lib/requests/newId";
import { isBlank, plainText } from "../../../../lib/richText/plain";
import { EMPTY_DOCUMENT } from "../../../../lib/richText/schema";
import { useTranslation } from "../../../../lib/texts";
import { closeToast, showToast } from "../../../../lib/toasts";
import { isReplyText, type ReplyText } from "./draftShapes";
import { guessLanguage } from "./guessLanguage";
import { withQuote } from "./quote";
import type { ReplyDraft, WriteRequest } from "./replyDraft";

export function useReplyDraft(postId: string, request: WriteRequest | null): ReplyDraft {
  const { t } = useTranslation();
  const pageLang = useLang();
  const draft = useDraft(`reply:${postId}`, isReplyText);
  // Undefined until the user edits the form; until then a stored draft opens it.
  const [touched, setTouched] = useState<ReplyText | null | undefined>(undefined);
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<WriteRequest | null>(null);
  const text = touched === undefined ? (draft.found ?? null) : touched;

  const change = (changes: Partial<ReplyText>) => {
    const next = { ...(text ?? makeBlank()), ...changes };
    setTouched(next);
    draft.keep(next);
  };
  const answer = useEffectEvent((wish: WriteRequest) => {
    setAnswered(wish);
    if (!wish.quote) {
      setTouched(text ?? makeBlank());
      return;
    }
    const { body, author, replyId } = wish.quote;
    const quoted = withQuote(text?.body ?? EMPTY_DOCUMENT, body, t("forum.post.wrote", { name: author }));
    change({ body: quoted, quotedReplyId: replyId });
    setRound(round + 1);
  });
  // A quotation is appended to a stored draft, so it waits until storage has been read.
  const isReady = draft.found !== undefined;
  useEffect(() => {
    if (isReady && request && request !== answered) answer(request);
  }, [isReady, request, answered]);

  const finish = () => {
    setTouched(null);
    draft.discard();
  };
  return {
    text,
    language: text?.language ?? (text && guessLanguage(plainText(text.body))) ?? pageLang,
    state: draft.state,
    isRestored: touched === undefined && text !== null && !isBlank(text.body),
    round,
    open: () => setTouched(text ?? makeBlank()),
    change,
    finish,
    discard: () => {
      finish();
      if (!text || isBlank(text.body)) return;
      const undo = () => {
        change(text);
        setRound(round + 1);
        closeToast(toast);
      };
      const toast = showToast(t("forum.write.discarded"), {
        life: 10_000,
        action: { label: t("forum.delete.undo"), run: undo },
      });
    },
  };
}

function makeBlank(): ReplyText {
  return { id: newId(), body: EMPTY_DOCUMENT, quotedReplyId: null, language: null };
}
