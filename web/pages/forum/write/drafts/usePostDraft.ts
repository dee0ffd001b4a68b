/** The draft of a new post, stored until it is published. */
import { useState } from "react";
import { useLang } from "../../../../lib/context";
import { type DraftState, useDraft } from "../../../../lib/forms/drafts";
import { useDraftText } from "../../../../lib/forms/useDraftText";
import { guessLanguage } from "../../../../lib/languages/guessLanguage";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { joinDocuments } from "../../../../lib/richText/join";
import { isBlank, plainText } from "../../../../lib/richText/plain";
import { EMPTY_DOCUMENT, type RichTextNode } from "../../../../lib/richText/schema";
import { useTranslation } from "../../../../lib/texts";
import { closeToast, showToast } from "../../../../lib/toasts";
import { isTaken } from "../../../../offline/outbox/storage";
import { isNewPostText, type NewPostText } from "./draftShapes";

export interface PostDraft {
  /** Where it is stored. */
  place: string;
  text: NewPostText;
  language: Lang;
  state: DraftState;
  isRestored: boolean;
  isBlank: boolean;
  /** Changes when the editor must start over with another text. */
  round: number;
  change: (changes: Partial<NewPostText>) => void;
  /** Takes a text back that was sent, below what is written by now. */
  restore: (back: NewPostText) => void;
  finish: () => void;
  discard: () => void;
}

/** A text sent without a connection is no draft any more, though the server may still have it as one. */
const isDraft = (value: unknown): value is NewPostText => isNewPostText(value) && !isTaken(value.id);

export function usePostDraft(chosenForumId: string | null, slug: string | null): PostDraft {
  const { t } = useTranslation();
  const pageLang = useLang();
  const place = `post:new:${slug ?? "any"}`;
  const draft = useDraft(place, isDraft);
  const { text: written, isRestored, show, write } = useDraftText(draft, joinPosts);
  const [round, setRound] = useState(0);
  const blank = { ...BLANK, forumId: chosenForumId };
  const text = written ?? blank;
  const isEmpty = text.title.trim() === "" && isBlank(text.body);
  const change = (changes: Partial<NewPostText>) =>
    write((before) => ({ ...(before ?? blank), id: before?.id || newId(), ...changes }));
  const finish = () => {
    show(blank);
    setRound((before) => before + 1);
    draft.discard();
  };
  return {
    place,
    text,
    language: text.language ?? guessLanguage(`${text.title}\n${plainText(text.body)}`) ?? pageLang,
    state: draft.state,
    isRestored: isRestored && !isEmpty,
    isBlank: isEmpty,
    round,
    change,
    restore: (back) => {
      change(isEmpty ? back : { ...joinPosts(text, back), id: back.id });
      setRound((before) => before + 1);
    },
    finish,
    discard: () => {
      finish();
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

/** An older title that gives way to a typed one stands above the older text. */
function joinPosts(found: NewPostText, typed: NewPostText): NewPostText {
  const [older, title] = [found.title.trim(), typed.title.trim()];
  const above: RichTextNode = { type: "paragraph", content: [{ type: "text", text: older }] };
  const isReplaced = older !== "" && title !== "" && older !== title;
  const body = isReplaced ? joinDocuments({ type: "doc", content: [above] }, found.body) : found.body;
  return {
    id: found.id,
    forumId: typed.forumId ?? found.forumId,
    title: title ? typed.title : found.title,
    body: joinDocuments(body, typed.body),
    language: typed.language ?? found.language,
    tags: typed.tags?.length ? typed.tags : (found.tags ?? []),
    poll: typed.poll ?? found.poll ?? null,
  };
}

const BLANK: NewPostText = {
  id: "",
  forumId: null,
  title: "",
  body: EMPTY_DOCUMENT,
  language: null,
  tags: [],
  poll: null,
};
