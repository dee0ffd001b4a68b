import type { Text } from "../../lib/texts";

/** Reasons with a text in every language; any other reason is in the moderator's own words. Emails have the same texts. */
export const REASONS: readonly string[] = ["spam", "abuse", "private", "misleading", "repeated", "rules"];

/** The reason of a penalty in the reader's language. */
export function reasonText(t: Text, reason: string): string {
  return REASONS.includes(reason) ? t(`penalty.reasons.${reason}`) : reason;
}
