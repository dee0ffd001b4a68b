import type { ForumEntry, ForumReaction, ForumReply } from "../../../generated/payloads";
import type { Thing } from "../../../lib/api/forum";

/** What is open below an entry. */
export type EntryPanel = "more" | "react" | null;

/** What an entry's menu asks or offers in a dialog. */
export type EntryDialog = "delete" | "report" | "bookmark" | "translate" | "marks" | "penalty";

/** Screen readers name them in the reader's own language. */
export const SIGNS: Record<ForumReaction["kind"], string> = {
  like: "👍",
  thanks: "❤️",
  laugh: "😄",
  cheer: "🎉",
  sad: "😢",
};

export interface EntryProps {
  entry: ForumEntry;
  thing: Thing;
  /** Of a post. Null once its text was taken away. */
  title?: string | null;
  /** Of a reply: where it stands and what it answers. */
  place?: Pick<ForumReply, "number" | "quotes" | "isAnswer" | "canSolve">;
  address: { forumId: string; postId: string };
  onQuote?: () => void;
}
