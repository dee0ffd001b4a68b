/**
 * Runs before anything is painted. The server inlines the built file into the head and names its hash in the content
 * security policy. It must stay free of imports that are more than types.
 */
import type { RecordedEvents } from "../lib/eventReplay";

const root = document.documentElement;

/** The reader's own choice of light or dark, so that a page never flashes in the other one. */
function recallScheme(): void {
  try {
    const choice = localStorage.getItem("balai-scheme");
    if (choice === "light" || choice === "dark") root.dataset.scheme = choice;
  } catch {
    // Storage may be forbidden. Then the system's preference applies.
  }
}

/** Marks a reader whose local time differs from the site's: style sheets reserve room for it from the first paint. */
function compareClocks(): void {
  const now = new Date();
  const clockIn = (timeZone?: string) => now.toLocaleString("en", { timeZone });
  try {
    if (root.dataset.zone && clockIn(root.dataset.zone) !== clockIn()) root.dataset.clock = "other";
  } catch {
    // A zone that this browser does not know: nothing is reserved.
  }
}

/**
 * Records clicks and input before hydration; lib/eventReplay.ts replays them. Native behaviour (links, disclosures, forms
 * with an address) is not recorded.
 */
function recordEvents(): void {
  const recorded: RecordedEvents = { presses: new Set(), values: new Map(), stop };

  function recordPress(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || (button.type === "submit" && (!button.form || button.form.hasAttribute("action")))) return;
    event.preventDefault();
    // React would hydrate for this event and replay it as well, so that it would run twice.
    event.stopImmediatePropagation();
    recorded.presses.add(button);
  }

  function recordValue({ target }: Event): void {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText || target instanceof HTMLSelectElement) recorded.values.set(target, target.value);
  }

  function stop(): void {
    removeEventListener("click", recordPress, true);
    removeEventListener("input", recordValue, true);
  }

  addEventListener("click", recordPress, true);
  addEventListener("input", recordValue, true);
  window.recordedEvents = recorded;
}

/** Notes whether an input method composes a word, from before hydration on: a field must not be replaced meanwhile. */
function watchComposition(): void {
  for (const kind of ["compositionstart", "compositionend", "focusout"]) {
    addEventListener(kind, () => (window.isComposing = kind === "compositionstart"), true);
  }
}

/**
 * Loads the modules of the page after the first paint. Until then style sheets and fonts have a slow connection for
 * themselves. A tab in the background loads them when it is first shown.
 */
function loadModulesAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(loadModules));
}

function loadModules(): void {
  const modules = document.querySelector<HTMLMetaElement>("meta[name=modules]")?.content.split(" ") ?? [];
  for (const href of modules) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  // The entry reads the payload, which is at the end of the document.
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => runEntry(modules[0]));
  else runEntry(modules[0]);
}

function runEntry(src?: string): void {
  if (src) document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}

recallScheme();
compareClocks();
recordEvents();
watchComposition();
loadModulesAfterPaint();
