import { type ComponentType, useCallback, useEffect, useState } from "react";
import { fetchMissingStyles } from "../../lib/build";
import { useHydrated } from "../../lib/format/useTimeZone";
import { FailureNotice } from "../feedback/FailureNotice";
import styles from "./RichTextEditor.module.css";
import type { RichTextEditorProps } from "./types";

type EditorPart = ComponentType<RichTextEditorProps>;

// The editor is larger than all other code: loaded when a user writes, never on the server.
const fetchEditor = import.meta.env.SSR
  ? null
  : async (): Promise<EditorPart> => {
      const { Editor } = await import("./Editor");
      await fetchMissingStyles();
      return Editor;
    };
/** Once loaded, each further field uses it at once. */
let fetched: EditorPart | null = null;

const LOST = { key: "error.network", isRetryable: true, code: "" };

/** The field for rich text. A placeholder of the same size is shown until it is loaded. */
export function RichTextEditor(props: RichTextEditorProps) {
  const isHydrated = useHydrated();
  const { Editor, isLost, fetch } = useEditorPart();
  if (Editor && isHydrated) return <Editor {...props} />;
  // Not `lazy`, whose failure would replace the page and never be retried.
  if (isLost) return <FailureNotice failure={LOST} onRetry={fetch} />;
  return <div className={styles.blank} data-form={props.form ?? "full"} aria-hidden="true" />;
}

function useEditorPart() {
  const [Editor, setEditor] = useState(() => fetched);
  const [isLost, setLost] = useState(false);
  const fetch = useCallback(() => {
    setLost(false);
    fetchEditor?.().then(
      (Part) => {
        fetched = Part;
        setEditor(() => Part);
      },
      () => setLost(true),
    );
  }, []);
  useEffect(() => {
    if (!fetched) fetch();
  }, [fetch]);
  return { Editor, isLost, fetch };
}
