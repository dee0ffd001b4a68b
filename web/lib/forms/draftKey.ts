/** Where a draft lies in this browser's storage. Apart from drafts.ts, so that a reader's page can look without loading it. */
const PREFIX = "balai-draft";

export function draftKey(place: string, owner: string | null): string {
  return `${PREFIX}:${owner ?? "guest"}:${place}`;
}

/** Whether something lies there. False where storage is forbidden: nothing can lie in it. */
export function hasLocalDraft(place: string, owner: string | null): boolean {
  try {
    return localStorage.getItem(draftKey(place, owner)) !== null;
  } catch {
    return false;
  }
}
