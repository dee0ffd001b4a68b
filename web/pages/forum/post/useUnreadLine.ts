import { useEffect, useState } from "react";
import type { ForumPostPayload } from "../../../generated/payloads";

interface UnreadLine {
  /** Of the first reply that the member has not read: the line stands above it. */
  number: number;
  count: number;
}

/**
 * Where the member stopped reading, as it was when the thread was opened: the line stays while they read on, also above
 * replies that arrive meanwhile. Their own replies are read. A thread that is opened without an address of a reply opens
 * at the line.
 */
export function useUnreadLine(data: ForumPostPayload): UnreadLine | null {
  const [read] = useState(data.lastRead);
  const { replies, after, lastNumber } = data;
  const first = read === null ? undefined : replies.find(({ number, entry }) => number > read && !entry.isMine);
  // On a later page the line would not be where reading stopped.
  const isHere = first !== undefined && read !== null && after <= read;
  const [wasBehind] = useState(isHere);
  useEffect(() => {
    if (!wasBehind || location.hash || scrollY > 0) return;
    document.getElementById("unread")?.scrollIntoView({ block: "start" });
  }, [wasBehind]);
  return isHere ? { number: first.number, count: Math.max(1, lastNumber - first.number + 1) } : null;
}
