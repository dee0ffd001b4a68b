/** What was typed on an account screen stays when the language or the screen changes. Never a password. */

const PREFIX = "balai-field-";

export function readSavedField(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    // Storage is forbidden in this browser; nothing was kept.
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

/** The same for a field that takes a number too; an address from any other screen will do. */
export const readSavedIdentifier = (): { who: string } => ({ who: readSavedField("who") || readSavedField("email") });
