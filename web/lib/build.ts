/**
 * Handles updates of the site while a page is open. Once idle/watchBuilds.ts has found a newer build, the next navigation is a
 * full page load. A chunk that is missing on
 * the server (or lost on the way) makes the navigation a full load once: a marker that is valid for ten seconds prevents a loop.
 * If the site does not respond, a full load would only lose the page: the app shows an error instead.
 */
const MARKER = "balai-reloaded-at";
const MARKER_LIFE = 10_000;
const PATIENCE = 8000;

let isOutdated = false;

export function isBuildOutdated(): boolean {
  return isOutdated;
}

export function markOutdated(): void {
  isOutdated = true;
}

/** Whether the site responds, with any status. `navigator.onLine` only knows the local link. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(`/builds/latest.json?${Date.now()}`, { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

/** Vite's loader requests each stylesheet once: a failed one would stay missing. */
const lostStyles = new Set<string>();

export function watchStyles(): void {
  const handleError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    lostStyles.add(target.href);
    target.remove();
  };
  // These events do not bubble; they are observed in the capture phase.
  addEventListener("error", handleError, true);
  addEventListener("online", () => fetchMissingStyles().catch(() => undefined));
}

/** Requests failed stylesheets again. Rejects if one is still missing. */
export async function fetchMissingStyles(): Promise<void> {
  const fetchOne = (address: string) =>
    new Promise<void>((resolve, reject) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
      link.onload = () => {
        lostStyles.delete(address);
        resolve();
      };
      link.onerror = () => reject(new Error(`${address} did not arrive`));
      document.head.append(link);
    });
  await Promise.all([...lostStyles].map(fetchOne));
}

/** Goes to `target` as a whole page, unless that was just tried. False: it was; let the error page show. */
export function reloadOnceAt(target: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(MARKER) ?? 0);
    if (Date.now() - last < MARKER_LIFE) return false;
    sessionStorage.setItem(MARKER, String(Date.now()));
  } catch {
    // Without storage there is no marker, and without the marker there might be a loop.
    return false;
  }
  // To the shown address with its `#`, assigning would lead to a place in the page and load nothing.
  if (new URL(target, location.href).href === location.href) location.reload();
  else location.assign(target);
  return true;
}
