/** Whether a text contains every wanted word, without regard to case and marks. */
export function hasWords(text: string, wanted: string): boolean {
  const plain = fold(text);
  return fold(wanted)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function fold(text: string): string {
  return text.replace(/đ/gi, "d").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
