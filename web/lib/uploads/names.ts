/** Names of files: as people write them, and as storage keys, which are ASCII. */

const LONGEST = 180;

/** The name without what could hide or mislead in it. */
export function fileName(given: string): string {
  const clean = given
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...clean].slice(-LONGEST).join("") || "file";
}

/** `khám bệnh 诊所.pdf` becomes `kham-benh.pdf`; what nothing is left of becomes `file`. */
export function keySafe(name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ""];
  const plain = toPlain(stem).slice(0, 80).replace(/^-|-$/g, "") || "file";
  const short = toPlain(ending).slice(0, 12);
  return short ? `${plain}.${short}` : plain;
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("đ", "d")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-");
}
