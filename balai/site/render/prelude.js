// What V8 on its own lacks and code for browsers takes for granted, evaluated before the bundle. URL comes with the bundle.
"use strict";

globalThis.console ??= Object.fromEntries(["log", "info", "warn", "error", "debug"].map((name) => [name, () => {}]));

// A name that is drawn here is drawn anew in the browser, so its randomness need not be worth anything.
globalThis.crypto ??= {
  randomUUID: () =>
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(Math.random() * 16).toString(16)),
};

globalThis.TextEncoder ??= class TextEncoder {
  encode(text = "") {
    // A lone surrogate has no UTF-8: it becomes the replacement character, as in browsers.
    const octets = encodeURIComponent(String(text).toWellFormed());
    return Uint8Array.from(octets.match(/%..|./g) ?? [], (part) =>
      part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
    );
  }
};
