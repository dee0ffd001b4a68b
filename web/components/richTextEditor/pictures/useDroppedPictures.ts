/** A queue of pasted, dropped or chosen pictures: each is described and inserted in turn. */
import type { Editor } from "@tiptap/react";
import { useRef, useState } from "react";
import { newId } from "../../../lib/requests/newId";
import type { RichTextNode } from "../../../lib/richText/schema";
import { pastedPictures, picturesOf } from "./pictureFiles";

interface Waiting {
  /** Two may have the same name and moment. */
  id: string;
  file: File;
  /** Where it was dropped; left out: at the cursor. */
  at?: number;
  isGallery?: boolean;
}

type View = Editor["view"];

export function useDroppedPictures() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const add = (files: readonly File[], at?: number, isGallery?: boolean) =>
    setWaiting((old) => [...old, ...files.map((file) => ({ id: newId(), file, at, isGallery }))]);
  // The editor is created once, with these handlers.
  const latest = useRef(add);
  latest.current = add;

  const handlePaste = (_view: View, event: ClipboardEvent): boolean => {
    const files = pastedPictures(event.clipboardData);
    if (files.length === 0) return false;
    latest.current(files);
    return true;
  };
  const handleDrop = (view: View, event: DragEvent, _slice: unknown, isMoved: boolean): boolean => {
    const files = isMoved ? [] : picturesOf(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    latest.current(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
    return true;
  };
  return {
    current: waiting[0],
    add,
    next: () => setWaiting((old) => old.slice(1)),
    /** After the first is inserted, the rest of the same drop goes to the cursor behind it. */
    follow: () => setWaiting((old) => old.slice(1).map(({ at: _, ...rest }) => rest)),
    handlers: { handlePaste, handleDrop },
  };
}

/** In the place of the picture that is selected, else where it was dropped or at the cursor; the cursor goes behind it. */
export function putPicture(editor: Editor, attrs: RichTextNode["attrs"], at?: number): void {
  const chain = editor.chain().focus();
  const content = [{ type: "image", attrs }, { type: "paragraph" }];
  if (at !== undefined) chain.insertContentAt(Math.min(at, editor.state.doc.content.size), content).run();
  else if (editor.isActive("image")) chain.updateAttributes("image", { width: null, height: null, ...attrs }).run();
  else chain.insertContent(content).run();
}

/** Into the gallery at the cursor, else into a new one; it stays selected, so that the next picture goes there too. */
export function putInGallery(editor: Editor, attrs: RichTextNode["attrs"]): void {
  const { selection } = editor.state;
  const image = { type: "image", attrs };
  const depth = [selection.$from.depth, selection.$from.depth - 1].find(
    (depth) => depth > 0 && selection.$from.node(depth).type.name === "gallery",
  );
  const end = depth === undefined ? null : selection.$from.end(depth);
  const chain = editor.chain().focus();
  if (end !== null) chain.insertContentAt(end, image).setNodeSelection(end).run();
  else {
    chain.insertContent([{ type: "gallery", content: [image] }, { type: "paragraph" }]).run();
    selectLastBefore(editor);
  }
}

/** The picture that ends before the cursor. */
function selectLastBefore(editor: Editor): void {
  const { from } = editor.state.selection;
  let last: number | null = null;
  editor.state.doc.nodesBetween(0, from, (node, at, parent) => {
    if (node.type.name === "image" && parent?.type.name === "gallery") last = at;
  });
  if (last !== null) editor.commands.setNodeSelection(last);
}
