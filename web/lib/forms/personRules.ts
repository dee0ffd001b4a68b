/** Checks of names and email addresses, of accounts and of messages to the site, as in accountRules.ts. */

const NAME_LENGTH = 80;

export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** Control characters, zero-width characters and those that turn the direction of writing. */
const HIDDEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

export function checkEmail(email: string): string | null {
  if (!email.trim()) return "signin.emailMissing";
  return EMAIL.test(email.trim()) ? null : "signin.emailInvalid";
}

export function checkName(name: string): string | null {
  if (!name.trim()) return "signup.nameMissing";
  if (HIDDEN.test(name)) return "signup.nameHidden";
  return [...name.trim()].length > NAME_LENGTH ? "signup.nameLong" : null;
}
