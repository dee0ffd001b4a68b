/**
 * A part of a page that only some readers need: loaded on demand. If loading fails, a toast says so and the page stays as
 * it is; the next press retries.
 */
import { type ComponentType, useCallback, useState } from "react";
import { useTranslation } from "./texts";
import { showToast } from "./toasts";

export interface Part<Props> {
  /** Null until it has been wanted and has arrived. */
  Part: ComponentType<Props> | null;
  want: () => void;
}

export function usePart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  const { t } = useTranslation();
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const want = useCallback(() => {
    load().then(
      (Loaded) => setPart(() => Loaded),
      () => showToast(t("error.network"), { tone: "error" }),
    );
  }, [load, t]);
  return { Part, want };
}
