/** Checks of form values before the request is sent. Each rule returns the key of an error text, or null. */
import { EMAIL } from "../lib/forms/personRules";

export { checkEmail, checkName } from "../lib/forms/personRules";

export const PASSWORD_LENGTH = 10;
export const ADMINISTRATOR_LENGTH = 15;
/** bcrypt's maximum, in bytes; a Chinese character has three. */
const PASSWORD_BYTES = 72;

/** The identifier of an account, as the auth client names it. */
export type Identifier = { email: string } | { phone: string };

/** An email address, or a phone number in any common notation: `012-345 6789`, `+65 6123 4567`. */
export function readIdentifier(text: string): Identifier {
  const given = text.trim();
  return isPhone(given) ? { phone: given.replace(/[\s().-]/g, "") } : { email: given };
}

export function isPhone(text: string): boolean {
  return /^\+?[\d\s().-]{6,24}$/.test(text.trim());
}

/** For a field that accepts both, if both are enabled. */
export function checkIdentifier(text: string): string | null {
  if (!text.trim()) return "signin.identifierMissing";
  return isPhone(text) || EMAIL.test(text.trim()) ? null : "signin.identifierInvalid";
}

export function checkNewPassword(password: string, least = PASSWORD_LENGTH): string | null {
  if (!password) return "signin.passwordMissing";
  if ([...password].length < least) return "signup.passwordShort";
  return new TextEncoder().encode(password).length > PASSWORD_BYTES ? "signup.passwordLong" : null;
}
