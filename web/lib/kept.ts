/** What was typed on an account screen stays when the language or the screen changes. Never a password. */

const PREFIX = "balai-kept-";

export function readKept(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    // Storage is forbidden in this browser; nothing was kept.
    return "";
  }
}

export function keep(name: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + name, value);
  } catch {
    // As above: the form works without.
    return;
  }
}

/** The address typed last on any account screen, as a form's values. */
export const readKeptEmail = (): { email: string } => ({ email: readKept("email") });
