/** Somebody types in a form, or is done with it; who shows that to others listens. */
const listeners = new Set<(isWriting: boolean) => void>();

export function noteWriting(isWriting = true): void {
  for (const listener of listeners) listener(isWriting);
}

export function onWriting(listener: (isWriting: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
