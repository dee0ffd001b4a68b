import type { RichTextNode } from "../../../../generated/payloads";
import type { DraftState } from "../../../../lib/forms/drafts";
import type { Lang } from "../../../../lib/page";
import type { ReplyText } from "./draftShapes";

/** A request to open the form with a quotation. */
export interface WriteRequest {
  quote: { body: RichTextNode; author: string; source: string; replyId: string | null };
}

export interface ReplyDraft {
  /** Null while the form is closed. */
  text: ReplyText | null;
  language: Lang;
  state: DraftState;
  /** It was found, and nothing has been changed in it since. */
  isRestored: boolean;
  /** Changes when the editor must start over with another text. */
  round: number;
  open: () => void;
  change: (changes: Partial<ReplyText>) => void;
  /** Takes a text back that was sent, below what is written by now. */
  restore: (back: ReplyText) => void;
  /** Sent: away with it. */
  finish: () => void;
  /** Discards the draft, with undo. */
  discard: () => void;
}
