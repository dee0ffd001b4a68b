/** Error of a name for a key or a phone, as a text's key. The service counts bytes: 120 of them. */
export function checkKeyName(name: string): string | null {
  if (!name.trim()) return "profile.security.keyNameMissing";
  return new TextEncoder().encode(name.trim()).length > 120 ? "error.tooLong" : null;
}
