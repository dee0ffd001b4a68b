import type { ForumEntry, ForumQuote } from "../../../generated/payloads";
import type { Thing } from "../../../lib/api/forum";

export interface EntryProps {
  entry: ForumEntry;
  thing: Thing;
  /** Of a post. Null once its text was taken away. */
  title?: string | null;
  /** Of a reply: where it stands and what it answers. */
  place?: { number: number; quotes: ForumQuote | null };
  address: { forumId: string; postId: string };
  onQuote?: () => void;
}
