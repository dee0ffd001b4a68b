/** Files that texts and articles may hold: the list of the bucket text-files. */

export const MAX_TEXT_FILE = 10_000_000;

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";
const TYPES: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: `${OPEN}.text`,
  ods: `${OPEN}.spreadsheet`,
  odp: `${OPEN}.presentation`,
};

/** For the browser's dialog that chooses files. */
export const TEXT_FILE_KINDS = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join();

/** By its ending: what browsers say of a CSV or an OpenDocument differs between systems. Null: not taken. */
export function textFileType({ name }: File): string | null {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}
