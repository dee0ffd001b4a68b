/** The upload of one file: progress, abort, and retry after a failure. */
import { useEffect, useRef, useState } from "react";
import type { Failure } from "../requests/errors";
import { readUploadFailure } from "./failures";
import type { Uploaded } from "./upload";

type Uploads = typeof import("./upload");
/** Files to send once the uploading module is loaded. */
export type Send = (uploads: Uploads, signal: AbortSignal, onProgress: (share: number) => void) => Promise<Uploaded>;

export interface Upload {
  state: "idle" | "sending" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  failure: Failure | null;
  uploaded: Uploaded | null;
  /** Resolves to null when it failed or was stopped. */
  start: (send: Send) => Promise<Uploaded | null>;
  retry: () => Promise<Uploaded | null>;
  stop: () => void;
}

const BLANK = { state: "idle" as Upload["state"], progress: 0, failure: null, uploaded: null };
type Standing = Pick<Upload, "state" | "progress" | "failure" | "uploaded">;

export function useUpload(): Upload {
  const [standing, setStanding] = useState<Standing>(BLANK);
  const current = useRef<{ send: Send; stopper: AbortController } | null>(null);
  // Leaving the page aborts it.
  useEffect(() => () => current.current?.stopper.abort(), []);

  const start = async (send: Send): Promise<Uploaded | null> => {
    current.current?.stopper.abort();
    const stopper = new AbortController();
    current.current = { send, stopper };
    const isCurrent = () => current.current?.stopper === stopper && !stopper.signal.aborted;
    const show = (next: Partial<Standing>) => isCurrent() && setStanding((old) => ({ ...old, ...next }));
    setStanding({ ...BLANK, state: "sending" });
    try {
      const uploads = await import("./upload");
      const uploaded = await send(uploads, stopper.signal, (progress) => show({ progress }));
      show({ state: "done", progress: 1, uploaded });
      return isCurrent() ? uploaded : null;
    } catch (error) {
      show({ state: "failed", failure: readUploadFailure(error) });
      return null;
    }
  };
  return {
    ...standing,
    start,
    retry: async () => (current.current ? start(current.current.send) : null),
    stop: () => {
      current.current?.stopper.abort();
      current.current = null;
      setStanding(BLANK);
    },
  };
}
