/** What a text must be, said before it is sent. The rows hold the same rules, for whoever goes past this form. */
import { isBlank, plainText } from "../../../lib/richText/plain";
import { LARGEST_POST, type RichTextNode, storedSize } from "../../../lib/richText/schema";
import { countCharacters, minimumFor } from "./textLength";

/** A text key with its values. */
export interface Mistake {
  key: string;
  min?: number;
}

export const LONGEST_TITLE = 200;

// What strip_hidden_characters takes out in the database.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
  /[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|\u034f/gu;

/** A title as it is sent: what came along unseen by pasting is left behind. */
export function cleanTitle(title: string): string {
  return title.replace(/\s+/g, " ").replace(HIDDEN, "").trim();
}

export function findTitleMistake(title: string): Mistake | null {
  const line = cleanTitle(title);
  if ([...line].length > LONGEST_TITLE) return { key: "forum.error.titleLong" };
  const min = minimumFor(line, 2, 4);
  return countCharacters(line) < min ? { key: "forum.error.titleShort", min } : null;
}

export function findPostMistake(body: RichTextNode): Mistake | null {
  if (storedSize(body) > LARGEST_POST) return { key: "forum.error.bodyLong" };
  const words = plainText(body);
  const min = minimumFor(words, 8, 20);
  return countCharacters(words) < min ? { key: "forum.error.bodyShort", min } : null;
}

export function findReplyMistake(body: RichTextNode): Mistake | null {
  if (storedSize(body) > LARGEST_POST) return { key: "forum.error.bodyLong" };
  return isBlank(body) ? { key: "forum.error.bodyEmpty" } : null;
}
