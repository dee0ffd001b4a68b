/** The draft of a new post, stored until it is published. */
import { useState } from "react";
import { useLang } from "../../../../lib/context";
import { type DraftState, useDraft } from "../../../../lib/forms/drafts";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { isBlank, plainText } from "../../../../lib/richText/plain";
import { EMPTY_DOCUMENT } from "../../../../lib/richText/schema";
import { useTranslation } from "../../../../lib/texts";
import { closeToast, showToast } from "../../../../lib/toasts";
import { isNewPostText, type NewPostText } from "./draftShapes";
import { guessLanguage } from "./guessLanguage";

export interface PostDraft {
  text: NewPostText;
  language: Lang;
  state: DraftState;
  isRestored: boolean;
  isBlank: boolean;
  /** Changes when the editor must start over with another text. */
  round: number;
  change: (changes: Partial<NewPostText>) => void;
  finish: () => void;
  discard: () => void;
}

/** Null while storage is still being asked, and on the server. */
export function usePostDraft(chosenForumId: string | null, slug: string | null): PostDraft | null {
  const { t } = useTranslation();
  const pageLang = useLang();
  const draft = useDraft(`post:new:${slug ?? "any"}`, isNewPostText);
  const [touched, setTouched] = useState<NewPostText | null>(null);
  const [round, setRound] = useState(0);
  if (draft.found === undefined) return null;

  const text = touched ?? draft.found ?? { ...BLANK, forumId: chosenForumId };
  const isEmpty = text.title.trim() === "" && isBlank(text.body);
  const change = (changes: Partial<NewPostText>) => {
    const next = { ...text, id: text.id || newId(), ...changes };
    setTouched(next);
    draft.keep(next);
  };
  const finish = () => {
    setTouched({ ...BLANK, forumId: chosenForumId });
    setRound((before) => before + 1);
    draft.discard();
  };
  return {
    text,
    language: text.language ?? guessLanguage(`${text.title}\n${plainText(text.body)}`) ?? pageLang,
    state: draft.state,
    isRestored: touched === null && draft.found !== null && !isEmpty,
    isBlank: isEmpty,
    round,
    change,
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

const BLANK: NewPostText = { id: "", forumId: null, title: "", body: EMPTY_DOCUMENT, language: null };
