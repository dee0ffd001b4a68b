import type { ForumEntry, ForumReply } from "../../../generated/payloads";
import type { Thing } from "../../../lib/api/forum";
import type { ThreadAddress } from "./pathToReply";

/** Open panel below an entry. */
export type EntryPanel = "more" | "react" | null;

/** Dialog of an entry's menu. */
export type EntryDialog = "delete" | "report" | "reportTranslation" | "bookmark" | "translate" | "marks" | "penalty";

export interface EntryProps {
  entry: ForumEntry;
  thing: Thing;
  /** Of a post. Null once its text was taken away. */
  title?: string | null;
  /** Of a reply: where it stands and what it answers. */
  place?: Pick<ForumReply, "number" | "quotes" | "isAnswer" | "canSolve">;
  address: ThreadAddress;
  onQuote?: () => void;
}
