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
}

type View = Editor["view"];

export function useDroppedPictures() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const add = (files: readonly File[], at?: number) =>
    setWaiting((old) => [...old, ...files.map((file) => ({ id: newId(), file, at }))]);
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
    follow: () => setWaiting((old) => old.slice(1).map(({ id, file }) => ({ id, file }))),
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
