/** Moves text, selection and focus from the plain text field into the editor. */
import { TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { standIn } from "../../lib/richText/plainEdit";
import type { RichTextNode } from "../../lib/richText/schema";

type Document = Editor["state"]["doc"];

export function takeOver(editor: Editor, document: RichTextNode, area: HTMLTextAreaElement): void {
  // Not an undo step: undoing it would remove the text.
  editor.chain().setMeta("addToHistory", false).setContent(document, { emitUpdate: false }).run();
  if (area.ownerDocument.activeElement !== area) return;
  const { value, selectionStart, selectionEnd, selectionDirection } = area;
  const place = (offset: number) => findPlace(editor.state.doc, value.slice(0, offset));
  const [start, end] = [place(selectionStart), place(selectionEnd)];
  const isBackward = selectionDirection === "backward";
  const selection = TextSelection.create(editor.state.doc, isBackward ? end : start, isBackward ? start : end);
  editor.view.dispatch(editor.state.tr.setSelection(selection));
  // TipTap's own command focuses in the next frame: keys in between would be lost.
  editor.view.focus();
}

/**
 * The position in the document behind the text `before`. Line breaks are not counted, because their number differs
 * between field and document; a line break at the end means the next block.
 */
function findPlace(document: Document, before: string): number {
  let left = before.replaceAll("\n", "").length;
  const isNextLine = before.endsWith("\n");
  let found: number | null = null;
  let last = 1;
  document.descendants((node, position) => {
    if (found !== null) return false;
    if (!node.isTextblock) {
      const shown = standIn(node.type.name, node.attrs);
      left -= Math.min(left, shown.length);
      // The pictures of a gallery have one sign together.
      return shown === "";
    }
    const length = node.textContent.length;
    last = position + 1 + node.content.size;
    if (left < length || (left === length && !isNextLine)) found = position + 1 + offsetIn(node, left);
    else left -= length;
    return false;
  });
  return found ?? last;
}

/** The offset in a block behind `left` characters. A line break within it has a size, but is not a character. */
function offsetIn(block: Document, left: number): number {
  let offset = 0;
  let rest = left;
  block.forEach((node) => {
    if (rest <= 0) return;
    offset += node.isText ? Math.min(rest, node.nodeSize) : node.nodeSize;
    rest -= Math.min(rest, node.textContent.length);
  });
  return offset;
}
