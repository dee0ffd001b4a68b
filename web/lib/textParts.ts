/**
 * Texts that only some screens need are files of their own, so that readers do not load them: those of the
 * administration, and those of accounts (signing in, security, what the auth service refuses).
 */
const PARTS = {
  desk: /^(admin|blog\.(new|edit|write))(\.|$)/,
  account: /^(signin|signup|forget-password|reset-password|profile|error\.auth|security)(\.|$)/,
} as const;

export type TextPart = keyof typeof PARTS;
export const TEXT_PARTS = Object.keys(PARTS) as TextPart[];

/** The file that a text stands in; null for the one that every page loads. */
export function partOfText(key: string): TextPart | null {
  return TEXT_PARTS.find((part) => PARTS[part].test(key)) ?? null;
}

/** What a screen needs beside the texts of every page. Members are administered in the words of both. */
export function partsOfScreen(screen: string | null | undefined): readonly TextPart[] {
  if (screen == null) return [];
  const own = partOfText(screen);
  // It checks a name and an address as signing up does.
  if (screen === "contact") return ["account"];
  if (screen.startsWith("admin.member") || screen === "admin.invitations") return TEXT_PARTS;
  return own ? [own] : [];
}
