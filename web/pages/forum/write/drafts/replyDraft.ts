import type { RichTextNode } from "../../../../generated/payloads";
import type { DraftState } from "../../../../lib/forms/drafts";
import type { Lang } from "../../../../lib/page";
import type { ReplyText } from "./draftShapes";

/** Somebody wants to write: with nothing yet, or with a quotation to begin with. */
export interface WriteRequest {
  quote?: { body: RichTextNode; author: string; replyId: string | null };
}

export interface ReplyDraft {
  /** Null while nobody writes: the form is closed. */
  text: ReplyText | null;
  language: Lang;
  state: DraftState;
  /** It was found, and nothing has been changed in it since. */
  isRestored: boolean;
  /** Changes when the editor has to begin anew with another text. */
  round: number;
  open: () => void;
  change: (changes: Partial<ReplyText>) => void;
  /** Sent: away with it. */
  finish: () => void;
  /** Not wanted: away with it, unless she undoes it. */
  discard: () => void;
}
