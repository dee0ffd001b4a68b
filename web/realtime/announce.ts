/**
 * Changes of a page are announced to screen readers, politely and at most once in ten seconds: of what comes
 * in between only the last is announced. Nothing moves and the focus stays.
 */
const PAUSE = 10_000;

let said = "";
let next: string | null = null;
let isPausing = false;
const listeners = new Set<() => void>();

export function announce(text: string): void {
  if (isPausing) {
    next = text;
    return;
  }
  say(text);
}

function say(text: string): void {
  said = text;
  next = null;
  isPausing = true;
  for (const listener of listeners) listener();
  setTimeout(() => {
    isPausing = false;
    if (next !== null) say(next);
  }, PAUSE);
}

export function getAnnouncement(): string {
  return said;
}

export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
