/** How many notifications a member has not read: from the payload, then live, equal on all devices of the member. */
import { useEffect, useState } from "react";
import { useVisitor } from "../lib/context";
import { useTranslation } from "../lib/texts";
import { announce } from "./announce";
import { useRowChanges } from "./useRowChanges";

export function useUnread(): number {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const given = visitor?.unread ?? 0;
  const [count, setCount] = useState(given);
  useEffect(() => setCount(given), [given]);

  const recount = async () => {
    // Without a connection the module may be missing; the next change counts again.
    const now = await import("./unread").then(
      ({ countUnread }) => countUnread(),
      () => null,
    );
    if (now === null) return;
    if (now > count) announce(t("notifications.unread", { count: now }));
    setCount(now);
  };
  useRowChanges(
    visitor && `member:${visitor.id}`,
    visitor ? [{ table: "notifications", filter: `member_id=eq.${visitor.id}` }] : [],
    { onChange: recount, onMissed: recount },
  );
  return count;
}
