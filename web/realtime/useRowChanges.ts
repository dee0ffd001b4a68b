/** Follows rows for as long as a part of a page is shown. Row changes are requested when the browser is idle. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useVisitor } from "../lib/context";
import type { Handlers, Live, RowSubscription } from "./types";

/** `topic` of null: not now. Answers with the open channel, once it is. */
export function useRowChanges(topic: string | null, rows: readonly RowSubscription[], handlers: Handlers) {
  const key = useVisitor()?.id;
  const live = useRef<Live | null>(null);
  const onChange = useEffectEvent(handlers.onChange);
  const onMissed = useEffectEvent(handlers.onMissed);
  const onWho = useEffectEvent((names: string[]) => handlers.onWho?.(names));
  const asksWho = handlers.onWho !== undefined;
  const { isShown = false } = handlers;
  const wishes = JSON.stringify(rows);

  useEffect(() => {
    if (topic === null || (key === undefined && isSavingData())) return;
    let isOver = false;
    const start = async () => {
      try {
        const { openChannel } = await import("./channel");
        if (isOver) return;
        const given = { onChange, onMissed, ...(asksWho && { onWho }), isShown };
        const opened = await openChannel(topic, JSON.parse(wishes), given, key);
        if (isOver) opened.close();
        else live.current = opened;
      } catch (error) {
        // The page can be read as it is; it only does not follow.
        console.warn("Not followed live", error);
      }
    };
    const cancel = whenIdle(start);
    return () => {
      isOver = true;
      cancel();
      live.current?.close();
      live.current = null;
    };
  }, [topic, wishes, asksWho, isShown, key]);
  return live;
}

/** Guests with the data saver on get no live updates. Not every browser reports it. */
function isSavingData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

function whenIdle(act: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
