/** The words before the caret for which a list is open. */
import type { Editor } from "@tiptap/react";
import { useEffect, useEffectEvent, useState } from "react";

export interface CaretQuery {
  words: string;
  /** Positions in the document: of the sign that opened the list, and behind the words. */
  from: number;
  to: number;
}

interface Caret {
  /** Its textblock up to the caret. A line break stands for what is no text, such as a mention. */
  before: string;
  isAtEnd: boolean;
  isParagraph: boolean;
  at: number;
}

/** `find` reads the query at the caret; null: there is none. Composing words never opens a list, but may narrow one. */
export function useCaretQuery(
  editor: Editor,
  find: (caret: Caret) => CaretQuery | null,
  isQuietWhileComposing = false,
): [CaretQuery | null, () => void] {
  const [query, setQuery] = useState<CaretQuery | null>(null);
  /** The sign for which the list was closed. */
  const [closed, setClosed] = useState(-1);
  const read = useEffectEvent(() => {
    const caret = editor.isFocused && editor.isEditable ? readCaret(editor) : null;
    const found = caret && find(caret);
    const isOpening = found && query?.from !== found.from;
    if (isOpening && isQuietWhileComposing && editor.view.composing) return;
    setQuery((old) => (old && found && old.words === found.words && old.from === found.from ? old : found));
    if (!found) setClosed(-1);
  });
  useEffect(() => {
    const follow = () => read();
    const hide = () => setQuery(null);
    // Its last transaction may still be part of the composition.
    const settle = () => setTimeout(() => editor.isDestroyed || read());
    const surface = editor.view.dom;
    editor.on("transaction", follow);
    editor.on("focus", follow);
    editor.on("blur", hide);
    surface.addEventListener("compositionend", settle);
    return () => {
      editor.off("transaction", follow);
      editor.off("focus", follow);
      editor.off("blur", hide);
      surface.removeEventListener("compositionend", settle);
    };
  }, [editor]);
  return [query && query.from !== closed ? query : null, () => setClosed(query?.from ?? -1)];
}

function readCaret(editor: Editor): Caret | null {
  const { $from: caret, empty, from: at } = editor.state.selection;
  if (!empty || !caret.parent.isTextblock || caret.parent.type.spec.code) return null;
  const before = caret.parent.textBetween(Math.max(0, caret.parentOffset - 100), caret.parentOffset, null, "\n");
  const isParagraph = caret.parent.type.name === "paragraph";
  return { before, isAtEnd: caret.parentOffset === caret.parent.content.size, isParagraph, at };
}
