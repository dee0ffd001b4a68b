/**
 * An id for a new row. Created before the first attempt and reused by every retry, so that a repeated submit violates the
 * primary key instead of creating a second row.
 *
 * `crypto.randomUUID` exists only on https and localhost; a site in a local network may use plain HTTP.
 */
export function newId(): string {
  // The server's JavaScript has no random numbers: a form that it renders gets its id in the browser.
  if (typeof crypto === "undefined") return "";
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
