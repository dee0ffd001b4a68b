// Web APIs that V8 lacks and browser code expects, evaluated before the bundle. The bundle brings its own URL.
"use strict";

globalThis.console ??= Object.fromEntries(["log", "info", "warn", "error", "debug"].map((name) => [name, () => {}]));

// Identifiers rendered here are generated again in the browser, so weak randomness is sufficient.
globalThis.crypto ??= {
  randomUUID: () =>
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(Math.random() * 16).toString(16)),
};

globalThis.TextEncoder ??= class TextEncoder {
  encode(text = "") {
    // A lone surrogate has no UTF-8 form: it becomes the replacement character, as in browsers.
    const octets = encodeURIComponent(String(text).toWellFormed());
    return Uint8Array.from(octets.match(/%..|./g) ?? [], (part) =>
      part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
    );
  }
};
