/**
 * Short messages at the foot of the window. `showToast` may be called from anywhere in the browser; each toast closes after its
 * life, or stays until it is closed when its life is null.
 */
export interface Toast {
  id: number;
  text: string;
  tone: "info" | "success" | "error";
  /** Milliseconds until it closes by itself; null: it stays. */
  life: number | null;
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(text: string, options: Partial<Omit<Toast, "id" | "text">> = {}): number {
  const toast: Toast = { id: ++lastId, text, tone: "info", life: options.action ? null : 6000, ...options };
  change([...toasts.filter((other) => !isSettledBy(other, toast)), toast]);
  if (toast.life !== null) setTimeout(() => closeToast(toast.id), toast.life);
  return toast.id;
}

/** A repeated text replaces the shown one, and a success replaces the previous success. */
function isSettledBy(other: Toast, toast: Toast): boolean {
  const isOldNews = other.tone === "success" && toast.tone === "success" && !other.action;
  return other.text === toast.text || isOldNews;
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function listToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
