/** Light or dark. The system's preference applies until the reader chooses; before-paint.ts restores the choice on each load. */
type Scheme = "light" | "dark";

const CHOICE = "balai-scheme";
const listeners = new Set<() => void>();

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

export function readScheme(): Scheme {
  const choice = document.documentElement.dataset.scheme;
  if (choice === "light" || choice === "dark") return choice;
  return systemIsDark().matches ? "dark" : "light";
}

/** Turns to the other one. Back at what the system prefers, the choice is forgotten and the system leads again. */
export function toggleScheme(): void {
  const next: Scheme = readScheme() === "dark" ? "light" : "dark";
  const isSystems = next === (systemIsDark().matches ? "dark" : "light");
  if (isSystems) delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = next;
  try {
    if (isSystems) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, next);
  } catch {
    // Storage is forbidden: the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export function subscribeScheme(listener: () => void): () => void {
  listeners.add(listener);
  const query = systemIsDark();
  query.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener("change", listener);
  };
}
