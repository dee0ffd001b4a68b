/** Blocks that need a file of this device: it is chosen, described or sent in a dialog, then inserted. */
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { TEXT_FILE_KINDS } from "../../../lib/uploads/textFiles";
import type { PicturePlace } from "../../../lib/uploads/upload";
import { PICTURE_KINDS } from "../../fields/PictureField";
import type { useDroppedPictures } from "../pictures/useDroppedPictures";
import type { Choice } from "../slash/items";
import { chooseFiles } from "./chooseFiles";

/** Files are as readable as a text of the forum or an article; elsewhere there is no such text. */
export function choicesAt(place: PicturePlace | undefined): readonly Choice[] {
  return place === "forum" || place === "article" ? ["picture", "gallery", "file"] : ["picture", "gallery"];
}

export function useBlocks(pictures: Pick<ReturnType<typeof useDroppedPictures>, "add">) {
  const [file, setFile] = useState<File | null>(null);
  const handleChoice = (choice: Choice) => {
    if (choice === "file") chooseFiles(TEXT_FILE_KINDS, false, ([first]) => first && setFile(first));
    else if (choice === "picture") chooseFiles(PICTURE_KINDS, true, (files) => pictures.add(files));
    else chooseFiles(PICTURE_KINDS, true, (files) => pictures.add(files, undefined, true));
  };
  return { file, handleChoice, close: () => setFile(null) };
}

/** With a line behind it, so that writing goes on. */
export function putFile(editor: Editor, attrs: { src: string; name: string; size: number }): void {
  editor
    .chain()
    .focus()
    .insertContent([{ type: "file", attrs }, { type: "paragraph" }])
    .run();
}
