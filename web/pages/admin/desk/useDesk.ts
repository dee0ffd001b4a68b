/** The desk while it is open: new cases come in by themselves, and reports are routed to staff who are here. */
import { useEffect } from "react";
import { setPresent } from "../../../lib/api/rights/desk";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";

/** Half of what the database counts as present. */
const BEAT_MS = 60_000;
const ROWS = [
  { table: "desk_cases", event: "INSERT" },
  { table: "desk_cases", event: "UPDATE" },
] as const;

export function useDesk(): void {
  const refresh = useRefresh();
  useRowChanges("desk", ROWS, { onChange: refresh, onMissed: refresh });
  useEffect(() => {
    const beat = () => {
      if (!document.hidden) void setPresent(true);
    };
    beat();
    const timer = setInterval(beat, BEAT_MS);
    return () => {
      clearInterval(timer);
      void setPresent(false);
    };
  }, []);
}
