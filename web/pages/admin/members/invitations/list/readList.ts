/** A list of people in a CSV file, as spreadsheets save it. */
import { OWN_NAME } from "../../../../../lib/i18n";
import { LANGS, type Lang } from "../../../../../lib/page";

export interface ListedPerson {
  address: string;
  note: string;
  language: Lang | null;
  /** The line in a spreadsheet. */
  line: number;
}

export type ListProblem = "empty" | "noAddress" | "encoding" | "size";
export const MAX_PEOPLE = 1000;
const MAX_BYTES = 1_000_000;

type Column = "address" | "name" | "language";

// In the interface languages, without accents and case.
const HEADINGS: Record<Column, readonly string[]> = {
  address: [
    ...["email", "email address", "mail", "phone", "phone number", "mobile", "address"],
    ...["邮箱", "电子邮件", "电邮", "电话", "手机", "手机号", "电话号码"],
    ...["emel", "e-mel", "telefon", "nombor telefon", "no telefon"],
    ...["thu dien tu", "dia chi email", "dien thoai", "so dien thoai", "sdt"],
  ],
  name: ["name", "full name", "姓名", "名字", "nama", "nama penuh", "ten", "ho ten", "ho va ten"],
  language: ["language", "语言", "bahasa", "ngon ngu"],
};

/** The people of a file, or the reason why it has none. The first row may name the columns, in any of the languages. */
export async function readList(file: Blob): Promise<ListedPerson[] | ListProblem> {
  if (file.size > MAX_BYTES) return "size";
  const text = decode(await file.arrayBuffer());
  if (text === null) return "encoding";
  const { default: Papa } = await import("papaparse");
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: false }).data;
  return findPeople(rows);
}

export function findPeople(rows: readonly (readonly string[])[]): ListedPerson[] | ListProblem {
  const filled = rows.map((cells, index) => ({ cells, line: index + 1 })).filter(({ cells }) => cells.some(hasWords));
  const [first] = filled;
  if (!first) return "empty";
  const named = columnsOf(first.cells);
  const places = named ?? guessColumns(first.cells);
  if (places.address.length === 0) return "noAddress";
  const people = (named ? filled.slice(1) : filled).map(({ cells, line }) => ({
    // Of an email address and a phone number the first that is there.
    address: places.address.map((place) => cells[place]?.trim() ?? "").find(Boolean) ?? "",
    note: cells[places.name[0] ?? -1]?.trim() ?? "",
    language: readLanguage(cells[places.language[0] ?? -1] ?? ""),
    line,
  }));
  if (people.length === 0) return "empty";
  return people.length > MAX_PEOPLE ? "size" : people;
}

/** The columns by the headings of a row; null if it has no heading of an address. */
function columnsOf(cells: readonly string[]): Record<Column, number[]> | null {
  const plain = cells.map(fold);
  const find = (column: Column) => plain.flatMap((cell, place) => (HEADINGS[column].includes(cell) ? [place] : []));
  const found = { address: find("address"), name: find("name"), language: find("language") };
  return found.address.length > 0 ? found : null;
}

/** Without headings: the addresses, and the first other column is the name. */
function guessColumns(cells: readonly string[]): Record<Column, number[]> {
  const address = cells.flatMap((cell, place) => (/@|^\s*\+?[\d\s().-]{8,}$/.test(cell) ? [place] : []));
  const language = cells.flatMap((cell, place) => (readLanguage(cell) ? [place] : []));
  const name = cells.findIndex((cell, place) => hasWords(cell) && ![...address, ...language].includes(place));
  return { address, name: name < 0 ? [] : [name], language };
}

/** A code or the language's own name. */
function readLanguage(cell: string): Lang | null {
  const plain = fold(cell);
  return LANGS.find((lang) => plain === lang || plain === fold(OWN_NAME[lang])) ?? null;
}

function hasWords(cell: string): boolean {
  return cell.trim() !== "";
}

function fold(cell: string): string {
  return cell.trim().toLowerCase().replaceAll("đ", "d").normalize("NFD").replace(/\p{M}/gu, "");
}

/** Spreadsheets save UTF-8, or UTF-16 as "Unicode text". Null: another encoding, whose names would be damaged. */
function decode(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes);
  const isUtf16 = first === 0xff && second === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
