/**
 * A part of a page that only some readers need: loaded on demand. If loading fails, a toast says so and the page stays as
 * it is; the next press retries.
 */
import { type ComponentType, useCallback, useState } from "react";
import type { TextBundle } from "../../generated/screens";
import { useLang } from "../context";
import { loadPartTexts } from "../i18n";
import { useTranslation } from "../texts";
import { showToast } from "../toasts";

export interface Part<Props> {
  /** Null until it has been wanted and has arrived. */
  Part: ComponentType<Props> | null;
  want: () => void;
  /** Without a toast if it fails: for a part that the page does without. */
  wantQuietly: () => void;
}

/** `texts`: a bundle that the part needs and the page has not. */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>, texts?: TextBundle): Part<Props> {
  const { t } = useTranslation();
  const lang = useLang();
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const fetchPart = useCallback(
    (handleFailure: () => void) => {
      Promise.all([load(), texts && loadPartTexts(lang, texts)]).then(
        ([Loaded]) => setPart(() => Loaded),
        handleFailure,
      );
    },
    [load, lang, texts],
  );
  const want = useCallback(() => fetchPart(() => showToast(t("error.network"), { tone: "error" })), [fetchPart, t]);
  const wantQuietly = useCallback(() => fetchPart(() => {}), [fetchPart]);
  return { Part, want, wantQuietly };
}
