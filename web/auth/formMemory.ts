/** Saves fields of the account screens across changes of language and screen. Never a password. */

const PREFIX = "balai-field-";

export function readSavedField(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    // Storage is forbidden in this browser; nothing was saved.
    return "";
  }
}

export function saveField(name: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + name, value);
  } catch {
    // As above: the form works without.
    return;
  }
}

/** The address typed last on any account screen, as a form's values. */
export const readSavedEmail = (): { email: string } => {
  const who = readSavedField("who");
  return { email: readSavedField("email") || (who.includes("@") ? who : "") };
};

/** The same for a field that also takes a phone number; falls back to the address of another screen. */
export const readSavedIdentifier = (): { who: string } => ({ who: readSavedField("who") || readSavedField("email") });
