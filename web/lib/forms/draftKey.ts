/** The key of a draft in this browser's storage. Separate from drafts.ts, so that a reader's page can check without loading it. */
const PREFIX = "balai-draft";

export function draftKey(place: string, owner: string | null): string {
  return `${PREFIX}:${owner ?? "guest"}:${place}`;
}

/** Whether a draft is stored. False if storage is forbidden. */
export function hasLocalDraft(place: string, owner: string | null): boolean {
  try {
    return localStorage.getItem(draftKey(place, owner)) !== null;
  } catch {
    return false;
  }
}
