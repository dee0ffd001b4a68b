import type { Editor as Instance } from "@tiptap/react";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fetchMissingStyles } from "../../lib/build";
import { whenQuiet } from "../../lib/forms/quiet";
import { fromPlain } from "../../lib/richText/plainEdit";
import { EMPTY_DOCUMENT } from "../../lib/richText/schema";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { Notice } from "../feedback/Notice";
import type { LoadedEditorProps } from "./Editor";
import { PlainEditor } from "./PlainEditor";
import type { RichTextEditorProps } from "./types";

type EditorPart = ComponentType<LoadedEditorProps>;

// The editor is larger than all other code: loaded when a user writes, never on the server.
const fetchEditor = import.meta.env.SSR
  ? null
  : async () => {
      const { Editor, takeOver } = await import("./Editor");
      await fetchMissingStyles();
      return { Editor, takeOver };
    };
/** Once loaded, each further field uses it at once. */
let fetched: Awaited<ReturnType<NonNullable<typeof fetchEditor>>> | null = null;

/**
 * The field for rich text. A text field with the same label works until the editor is loaded, and stays if loading
 * fails. The editor takes over its text, caret, selection and focus in a moment without input or composition.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { part, isLost, fetch } = useEditorPart(props.isClosed !== true);
  const [isUpgraded, setUpgraded] = useState(() => fetched !== null && !props.isClosed && !props.begun);
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { initial = EMPTY_DOCUMENT, begun } = props;
  const document = useRef(begun?.text ? fromPlain(EMPTY_DOCUMENT, begun.text) : initial);
  const emitted = useRef(props.initial);
  const pictures = useRef(props.begun?.pictures ?? []);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const handleReady = (editor: Instance) => {
    if (isUpgraded) return;
    cancel.current?.();
    cancel.current = whenQuiet(() => {
      // Focus moves before the field disappears, so that no key is lost and a phone's keyboard stays.
      if (frame.current) frame.current.hidden = false;
      if (area.current) part?.takeOver(editor, document.current, area.current);
      // In the same task: never two fields at once.
      flushSync(() => setUpgraded(true));
    });
  };
  const Editor: EditorPart | null = props.isClosed ? null : (part?.Editor ?? null);
  return (
    <>
      {(!isUpgraded || !Editor) && <PlainEditor {...props} {...{ area, document, emitted, pictures }} />}
      {Editor && (
        <div ref={frame} hidden={!isUpgraded}>
          <Editor {...props} emitted={emitted} begunPictures={pictures} isWaiting={!isUpgraded} onReady={handleReady} />
        </div>
      )}
      {isLost && <LostNotice onRetry={fetch} />}
    </>
  );
}

function LostNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice tone="note" isAlert action={<Button onClick={onRetry}>{t("common.retry")}</Button>}>
      {t("editor.lost")}
    </Notice>
  );
}

function useEditorPart(isWanted: boolean) {
  const [part, setPart] = useState(() => fetched);
  const [isLost, setLost] = useState(false);
  // Not `lazy`, whose failure would replace the page and never be retried.
  const fetch = useCallback(() => {
    setLost(false);
    fetchEditor?.().then(
      (loaded) => {
        fetched = loaded;
        setPart(loaded);
      },
      () => setLost(true),
    );
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    if (fetched) setPart(fetched);
    else fetch();
  }, [isWanted, fetch]);
  useEffect(() => {
    if (!isLost) return;
    addEventListener("online", fetch);
    return () => removeEventListener("online", fetch);
  }, [isLost, fetch]);
  return { part, isLost, fetch };
}
