/**
 * Finds a moment in which a field can be replaced: no composition, no key down, and a short pause since the last input.
 * A replacement during any of them loses characters or ends the composition.
 */
const PAUSE = 500;
const INTERVAL = 100;

const held = new Set<string>();
let lastInput = Number.NEGATIVE_INFINITY;

function watch(): void {
  const note = () => {
    lastInput = performance.now();
  };
  addEventListener("input", note, true);
  addEventListener("compositionend", note, true);
  addEventListener(
    "keydown",
    ({ code, keyCode }) => {
      note();
      // Touch keyboards and input methods send keys without a code or without their release.
      if (code && keyCode !== 229) held.add(code);
    },
    true,
  );
  addEventListener("keyup", ({ code }) => held.delete(code), true);
  // The release of a key outside of the window is not seen.
  addEventListener("blur", () => held.clear());
}

if (!import.meta.env.SSR && typeof window !== "undefined") watch();

function isQuiet(): boolean {
  return !window.isComposing && held.size === 0 && performance.now() - lastInput >= PAUSE;
}

/**
 * Runs at the first quiet moment, at the earliest as a microtask: inside an effect, React would not flush. The result
 * cancels.
 */
export function whenQuiet(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCancelled = false;
  const look = () => {
    if (isCancelled) return;
    if (isQuiet()) run();
    else timer = setTimeout(look, INTERVAL);
  };
  queueMicrotask(look);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
