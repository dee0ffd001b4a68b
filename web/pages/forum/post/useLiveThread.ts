/** A thread as it goes on: new replies come in below, or are counted where they would move what one does. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { announce } from "../../../realtime/announce";
import type { Change } from "../../../realtime/types";
import { onTyping } from "../../../realtime/typing";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";

// A pause in writing. The service takes five such changes in half a minute.
const PAUSE = 13_000;

/** The page of replies that is shown. `poll`: not null if the topic has one. */
export interface ShownReplies {
  topic: string;
  after: number;
  lastNumber: number;
  pageSize: number;
  poll?: object | null;
}

interface LiveThread {
  /** Replies that are there and not shown. */
  waiting: number;
  /** Names of users who are typing. */
  writers: string[];
}

export function useLiveThread(data: ShownReplies): LiveThread {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const refresh = useRefresh();
  const { topic } = data;
  const [newest, setNewest] = useState(data.lastNumber);
  const [writers, setWriters] = useState<string[]>([]);
  const waiting = Math.max(0, newest - data.lastNumber);

  const takeReply = (row: Change["row"]) => {
    const number = Number(row.number);
    if (number <= newest) return;
    setNewest(number);
    if (row.author_id === visitor?.id) return;
    announce(t("forum.live.new", { count: Math.max(1, number - data.lastNumber) }));
    const hasRoom = data.lastNumber < data.after + data.pageSize;
    if (hasRoom && !isWritingBelow()) refresh();
  };
  const onChange = ({ table, event, row }: Change) => {
    if (table === "replies" && event === "INSERT") takeReply(row);
    else if (table === "polls") refresh();
    else if (Number(row.number) > data.after && Number(row.number) <= data.after + data.pageSize) refresh();
  };
  const rows = [
    { table: "replies", event: "INSERT", filter: `post_id=eq.${topic}` },
    { table: "replies", event: "UPDATE", filter: `post_id=eq.${topic}` },
    ...(data.poll ? ([{ table: "polls", filter: `post_id=eq.${topic}` }] as const) : []),
  ] as const;
  const handlers = { onChange, onMissed: refresh, onWho: setWriters };
  const live = useRowChanges(`thread:${topic}`, rows, handlers);
  useShownWriting(
    () => live.current?.show(),
    () => live.current?.hide(),
  );
  return { waiting, writers };
}

/** A user who types below would see the form move. */
function isWritingBelow(): boolean {
  return document.activeElement?.closest("#reply-form") != null;
}

/** Shows other users that the member is typing, until they pause or send. */
function useShownWriting(show: () => void, hide: () => void): void {
  const isMember = useVisitor() !== null;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const handleEnd = useEffectEvent(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    hide();
  });
  const handleTyping = useEffectEvent(() => {
    if (!isMember) return;
    if (timer.current === null) show();
    else clearTimeout(timer.current);
    timer.current = setTimeout(() => handleEnd(), PAUSE);
  });
  useEffect(() => {
    const stop = onTyping((isTyping) => (isTyping ? handleTyping() : handleEnd()));
    return () => {
      stop();
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, []);
}
