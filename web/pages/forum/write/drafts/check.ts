/** Validation of texts before sending. The database enforces the same rules. */
import type { Lang } from "../../../../lib/page";
import { isBlank, isFetchingPicture, plainText } from "../../../../lib/richText/plain";
import { MAX_POST, type RichTextNode, storedSize } from "../../../../lib/richText/schema";
import { countCharacters, minimumFor } from "./textLength";

/** A text key with its values. */
export interface Mistake {
  key: string;
  min?: number;
}

export const MAX_TITLE = 200;

// The characters that strip_hidden_characters removes in the database: controls, format characters, and blank characters.
const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180f]|\u2065|\u2800|[\ufe00-\ufe0e]|[\ufff0-\ufff8]|[\u{e0000}-\u{e0fff}]/gu;

/** A title as it is sent: what came along unseen by pasting is left behind. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/g, " ").replace(HIDDEN, "").trim();
}

export function findTitleMistake(title: string, language?: Lang): Mistake | null {
  const line = cleanTitle(title);
  if ([...line].length > MAX_TITLE) return { key: "forum.error.titleLong" };
  const min = minimumFor(line, 2, 4, language);
  return countCharacters(line) < min ? { key: "forum.error.titleShort", min } : null;
}

export function findPostMistake(body: RichTextNode, language?: Lang): Mistake | null {
  if (storedSize(body) > MAX_POST) return { key: "forum.error.bodyLong" };
  if (isFetchingPicture(body)) return { key: "editor.image.wait" };
  const words = plainText(body);
  const min = minimumFor(words, 8, 20, language);
  return countCharacters(words) < min ? { key: "forum.error.bodyShort", min } : null;
}

export function findReplyMistake(body: RichTextNode): Mistake | null {
  if (storedSize(body) > MAX_POST) return { key: "forum.error.bodyLong" };
  if (isFetchingPicture(body)) return { key: "editor.image.wait" };
  return isBlank(body) ? { key: "forum.error.bodyEmpty" } : null;
}
