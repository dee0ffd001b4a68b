import { useState } from "react";
import { useRevalidator } from "react-router";
import { announce } from "../../realtime/announce";
import type { Change, Followed } from "../../realtime/types";
import { useFollow } from "../../realtime/useFollow";
import { useRefresh } from "../../realtime/useRefresh";
import { forgetPrefetched } from "../../router/payloadLoader";
import { NewsBar } from "./NewsBar";

interface Props {
  topic: string;
  rows: readonly Followed[];
  /** "3 new". */
  say: (count: number) => string;
  /** What the reader did herself is no news. */
  isOwn?: (row: Change["row"]) => boolean;
}

/** What is new or changed in a list since it was drawn. It waits above the list until one asks for it. */
export function ListNews({ topic, rows, say, isOwn }: Props) {
  const { revalidate } = useRevalidator();
  const refresh = useRefresh();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const handleChange = ({ row }: Change) => {
    if (typeof row.id !== "string" || changed.has(row.id) || isOwn?.(row)) return;
    announce(say(changed.size + 1));
    setChanged(new Set([...changed, row.id]));
  };
  const show = async () => {
    forgetPrefetched();
    await revalidate();
    setChanged(new Set());
    scrollTo({ top: 0 });
  };
  useFollow(topic, rows, { onChange: handleChange, onGap: refresh });
  return changed.size === 0 ? null : <NewsBar text={say(changed.size)} onShow={show} />;
}
