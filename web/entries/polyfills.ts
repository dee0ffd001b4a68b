/** Globals that V8 lacks and the libraries use during rendering. Only in the server's bundle. */
import "core-js/web/url";
import "core-js/web/url-search-params";

/** Rendering is synchronous, so a timer that never fires is correct. */
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
