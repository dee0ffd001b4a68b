/** What a bare V8 lacks and the libraries ask for while a page is drawn. Only the server's bundle holds this. */
import "core-js/web/url";
import "core-js/web/url-search-params";

/** Nothing is awaited while a page is drawn, so a timer that never runs is the right one. */
function neverCalled(): number {
  return 0;
}

const lacking: Record<string, unknown> = {
  self: globalThis,
  setTimeout: neverCalled,
  clearTimeout: neverCalled,
  queueMicrotask: (task: () => void) => void Promise.resolve().then(task),
  console: { log: neverCalled, info: neverCalled, warn: neverCalled, error: neverCalled },
};

for (const [name, value] of Object.entries(lacking)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}
