/** Starts the service worker. Without one (an old browser, plain HTTP) the site works as before. */
import drawings from "../components/feedback/drawings.svg?url";

export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    // Forbidden in this browser, or no connection: the next page tries again.
    return;
  }
  // For the error page without a connection, when they could not be loaded any more.
  await Promise.all([import("../offline/StoredPages"), fetch(drawings)]).catch(() => undefined);
  if (wasControlled) return;
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  active?.postMessage({ keep: location.href, files });
}
