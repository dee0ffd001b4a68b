/**
 * Texts that only some screens need are files of their own, so that readers do not load them: those of the
 * administration, and those of accounts (signing in, security, what the auth service refuses).
 */
const BUNDLES = {
  admin: /^(admin|blog\.(new|edit|write))(\.|$)/,
  account: /^(signin|signup|forget-password|reset-password|profile|error\.auth|security)(\.|$)/,
} as const;

export type TextBundle = keyof typeof BUNDLES;
export const TEXT_BUNDLES = Object.keys(BUNDLES) as TextBundle[];

/** The file that a text stands in; null for the one that every page loads. */
export function bundleOfKey(key: string): TextBundle | null {
  return TEXT_BUNDLES.find((part) => BUNDLES[part].test(key)) ?? null;
}

/** What a screen needs beside the texts of every page. Members are administered in the words of both. */
export function bundlesOfScreen(screen: string | null | undefined): readonly TextBundle[] {
  if (screen == null) return [];
  const own = bundleOfKey(screen);
  // It checks a name and an address as signing up does.
  if (screen === "contact") return ["account"];
  if (screen.startsWith("admin.member") || screen === "admin.invitations") return TEXT_BUNDLES;
  return own ? [own] : [];
}
