/** The word behind an @ at the caret, as long as it may become a mention. */
import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";

export interface MentionQuery {
  words: string;
  /** Positions in the document: of the @, and behind the word. */
  from: number;
  to: number;
}

/**
 * An @ that begins a word, or stands behind a character of a script without spaces, then up to thirty characters with at
 * most two spaces: names have several words.
 */
const BEHIND = /(?:^|[\s(（「“"'，。、！？：]|[\u3400-\u9fff])@([^\s@]{0,30}(?: [^\s@]{1,30}){0,2})$/;

export function useMentionQuery(editor: Editor): [MentionQuery | null, () => void] {
  const [query, setQuery] = useState<MentionQuery | null>(null);
  /** The @ for which the list was closed. */
  const [closed, setClosed] = useState(-1);
  useEffect(() => {
    const read = () => {
      const found = editor.isFocused && editor.isEditable ? readQuery(editor) : null;
      setQuery((old) => (old && found && old.words === found.words && old.from === found.from ? old : found));
      if (!found) setClosed(-1);
    };
    const hide = () => setQuery(null);
    editor.on("transaction", read);
    editor.on("focus", read);
    editor.on("blur", hide);
    return () => {
      editor.off("transaction", read);
      editor.off("focus", read);
      editor.off("blur", hide);
    };
  }, [editor]);
  return [query && query.from !== closed ? query : null, () => setClosed(query?.from ?? -1)];
}

function readQuery(editor: Editor): MentionQuery | null {
  const { selection } = editor.state;
  const { $from: caret, empty, from: to } = selection;
  if (!empty || !caret.parent.isTextblock || caret.parent.type.spec.code) return null;
  // A line break stands for what is no text, such as another mention.
  const before = caret.parent.textBetween(Math.max(0, caret.parentOffset - 100), caret.parentOffset, null, "\n");
  const found = BEHIND.exec(before);
  if (!found) return null;
  const words = found[1] ?? "";
  return { words, from: to - words.length - 1, to };
}
