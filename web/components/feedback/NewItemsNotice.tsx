import { useState } from "react";
import { useRevalidator } from "react-router";
import { announce } from "../../realtime/announce";
import type { Change, RowSubscription } from "../../realtime/types";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import { forgetPrefetched } from "../../router/payloadLoader";
import { NewItemsBar } from "./NewItemsBar";

interface Props {
  topic: string;
  rows: readonly RowSubscription[];
  /** "3 new". */
  say: (count: number) => string;
  /** The reader's own changes are not announced. */
  isOwn?: (row: Change["row"]) => boolean;
}

/** New and changed items of a list since it was rendered. The notice waits above the list until it is pressed. */
export function NewItemsNotice({ topic, rows, say, isOwn }: Props) {
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
  useRowChanges(topic, rows, { onChange: handleChange, onMissed: refresh });
  return changed.size === 0 ? null : <NewItemsBar text={say(changed.size)} onShow={show} />;
}
