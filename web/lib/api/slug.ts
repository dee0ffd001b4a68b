/** An address from a name: without marks, in small letters. Empty for a name in another script. */
export function suggestSlug(name: string): string {
  return name
    .replace(/đ/gi, "d")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .replace(/-$/, "");
}
