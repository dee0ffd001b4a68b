// Served as /service-worker.js with BALAI_OFFLINE=off: takes the place of the service worker in every browser, deletes
// what it stored and answers no request.
addEventListener("install", (event) => event.waitUntil(skipWaiting()));
addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith("balai-")).map((name) => caches.delete(name)));
      await registration.navigationPreload?.disable();
      await clients.claim();
    })(),
  ),
);
