/** Somebody types in a form; who shows that to others listens. */
const listeners = new Set<() => void>();

export function noteWriting(): void {
  for (const listener of listeners) listener();
}

export function onWriting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
