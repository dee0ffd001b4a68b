/** Notifies listeners that the user types in a form, or has finished. */
const listeners = new Set<(isTyping: boolean) => void>();

export function noteTyping(isTyping = true): void {
  for (const listener of listeners) listener(isTyping);
}

export function onTyping(listener: (isTyping: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
