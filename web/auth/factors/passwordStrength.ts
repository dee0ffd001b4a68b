/**
 * A hint while a new password is typed, computed in the browser. It considers length, variety and personal data. The
 * service decides with a full estimator.
 */
export type Strength = "weak" | "fair" | "strong";

const RUN = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|password|matkhau/i;

export function estimateStrength(password: string, personal: readonly string[] = []): Strength {
  const characters = [...password.toLowerCase()];
  const variety = new Set(characters).size;
  if (characters.length < 10 || variety < 6 || isPersonal(password, personal)) return "weak";
  if (RUN.test(password)) return "fair";
  return characters.length >= 14 || (variety >= 9 && kindsOf(password) >= 3) ? "strong" : "fair";
}

function kindsOf(password: string): number {
  return [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
}

/** Most of it is the user's name or address. */
function isPersonal(password: string, personal: readonly string[]): boolean {
  const words = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const rest = words
    .filter((word) => word.length >= 3)
    .reduce((left, word) => left.replaceAll(word, ""), password.toLowerCase());
  return rest.length < password.length && rest.length < 6;
}
