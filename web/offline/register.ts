/** Starts the service worker once the page is idle. Without one (an old browser, plain HTTP) the site works as before. */

export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    // Forbidden in this browser, or no connection: the next page tries again.
    return;
  }
  // For the error page without a connection, when it could not be loaded any more.
  await import("./KeptPages").catch(() => undefined);
  if (wasControlled) return;
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  active?.postMessage({ keep: location.href, files });
}

/** After everything that the page itself needs. */
export function whenIdle(act: () => void): void {
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 1000);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
