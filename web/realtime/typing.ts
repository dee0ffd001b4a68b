/** Somebody types in a form, or is done with it; who shows that to others listens. */
const listeners = new Set<(isTyping: boolean) => void>();

export function noteTyping(isTyping = true): void {
  for (const listener of listeners) listener(isTyping);
}

export function onTyping(listener: (isTyping: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
