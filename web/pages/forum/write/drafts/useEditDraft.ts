/** Changes to a text of one's own that have not been saved yet. */
import { useState } from "react";
import type { ForumEntry } from "../../../../generated/payloads";
import type { Thing } from "../../../../lib/api/forum";
import { type DraftState, useDraft } from "../../../../lib/forms/drafts";
import type { Lang } from "../../../../lib/page";
import { EMPTY_DOCUMENT, type RichTextNode } from "../../../../lib/richText/schema";
import { isPostText, type PostText } from "./draftShapes";

interface EditText {
  title: string;
  body: RichTextNode;
  language: Lang;
}

export interface EditDraft {
  text: EditText;
  state: DraftState;
  isRestored: boolean;
  change: (changes: Partial<EditText>) => void;
  discard: () => void;
}

/** Null while storage is still being asked. */
export function useEditDraft(thing: Thing, entry: ForumEntry, title: string | null): EditDraft | null {
  const draft = useDraft(
    thing.post === undefined ? `reply:edit:${thing.reply}` : `post:edit:${thing.post}`,
    isPostText,
  );
  const [touched, setTouched] = useState<EditText | null>(null);
  if (draft.found === undefined) return null;
  const standing = { title: title ?? "", body: entry.body ?? EMPTY_DOCUMENT, language: entry.language };
  const text = touched ?? withLanguage(draft.found, entry.language) ?? standing;
  return {
    text,
    state: draft.state,
    isRestored: touched === null && draft.found !== null,
    change: (changes) => {
      const next = { ...text, ...changes };
      setTouched(next);
      draft.keep({ id: entry.id, ...next });
    },
    discard: draft.discard,
  };
}

function withLanguage(found: PostText | null, language: Lang): EditText | null {
  return found && { title: found.title, body: found.body, language: found.language ?? language };
}
