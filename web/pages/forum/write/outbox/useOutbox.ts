/** Texts sent without a connection and still waiting in this browser, in step with other tabs. */
import { useCallback, useEffect, useState } from "react";
import { useVisitor } from "../../../../lib/context";
import { isSending, listWaiting, subscribeOutbox, type Waiting } from "../../../../offline/outbox/storage";

interface Entry {
  waiting: Waiting;
  isUnderWay: boolean;
}

export function useOutbox(isWanted: (waiting: Waiting) => boolean): readonly Entry[] {
  const owner = useVisitor()?.id ?? null;
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const read = useCallback(() => {
    const found = owner === null ? [] : listWaiting(owner);
    setEntries(found.map((waiting) => ({ waiting, isUnderWay: isSending(waiting.id) })));
  }, [owner]);
  useEffect(() => {
    read();
    return subscribeOutbox(read);
  }, [read]);
  return entries.filter(({ waiting }) => isWanted(waiting));
}
