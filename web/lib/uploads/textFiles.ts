/** Files that texts and articles may hold. */
import { FILE_TYPES } from "../../generated/fileTypes";

export const MAX_TEXT_FILE = 10_000_000;

/** For the browser's dialog that chooses files. */
export const TEXT_FILE_KINDS = Object.keys(FILE_TYPES)
  .map((ending) => `.${ending}`)
  .join();

/** The media type by the ending of the name. Null: not taken. */
export function textFileType({ name }: File): string | null {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(FILE_TYPES, ending) ? (FILE_TYPES[ending] ?? null) : null;
}
