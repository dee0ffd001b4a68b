/** Notes how far a member reads: the last reply that was in sight for a moment; at first, that the post was opened. */
import { useEffect } from "react";
import { useVisitor } from "../../../lib/context";

const MOMENT = 1200;

export function useReading(postId: string, shown: number, lastRead: number | null): void {
  const isMember = useVisitor() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes with the replies to observe.
  useEffect(() => {
    if (!isMember) return;
    let seen = lastRead ?? 0;
    // Lost, it costs a place in a thread; the next reply notes it again.
    const note = () =>
      import("../../../realtime/unread").then(
        ({ noteRead }) => noteRead(postId, seen),
        () => undefined,
      );
    let timer = lastRead === null ? setTimeout(note, MOMENT) : undefined;
    const watch = new IntersectionObserver((entries) => {
      const numbers = entries.filter((entry) => entry.isIntersecting).map((entry) => Number(entry.target.id.slice(6)));
      const furthest = Math.max(seen, ...numbers);
      if (furthest === seen) return;
      seen = furthest;
      clearTimeout(timer);
      timer = setTimeout(note, MOMENT);
    });
    for (const reply of document.querySelectorAll("[id^='reply-'][data-state]")) watch.observe(reply);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [isMember, postId, shown]);
}
