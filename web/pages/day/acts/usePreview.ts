import { useEffect, useState } from "react";
import { type ClosedTime, type ClosingPreview, type Colleague, previewClosing } from "../../../lib/api/day/board";
import type { Failure } from "../../../lib/requests/errors";

interface Found {
  key: string;
  host: string | null;
  value: ClosingPreview | null;
  failure: Failure | null;
}

const NOBODY: readonly Colleague[] = [];

/** Preview of a closing; fetched again when it changes. The colleagues stay while one of them is chosen. */
export function usePreview(time: ClosedTime | null, colleague: string | null) {
  const [found, setFound] = useState<Found | null>(null);
  const key = time ? JSON.stringify([time, colleague]) : "";
  useEffect(() => {
    if (!key) return;
    let isOver = false;
    const [wanted, taker] = JSON.parse(key) as [ClosedTime, string | null];
    previewClosing(wanted, taker).then(({ value, failure }) => {
      if (!isOver) setFound({ key, host: wanted.host, value, failure });
    });
    return () => {
      isOver = true;
    };
  }, [key]);
  const current = found?.key === key ? found : null;
  const known = found && time?.host && found.host === time.host ? found.value?.colleagues : null;
  return {
    preview: current?.value ?? null,
    colleagues: known ?? NOBODY,
    previewFailure: current?.failure ?? null,
  };
}
