/**
 * How fast the text of the open form was typed: single keys, and the milliseconds from the first to the last. A script
 * reaches hundreds a second. Never counted: what an input method, dictation, completion or the clipboard puts in, a
 * restored draft, and a key that is held down.
 */
let keys = 0;
let first = 0;
let last = 0;
let before: string | null = null;

type Input = Pick<InputEvent, "data" | "inputType" | "isComposing" | "timeStamp">;

export function noteInput(event: Input): void {
  const { data, inputType, isComposing } = event;
  const isKey = inputType === "insertText" && !isComposing && data !== null && [...data].length === 1;
  const isRepeated = data === before;
  before = isKey ? data : null;
  if (!isKey || isRepeated) return;
  last = event.timeStamp;
  if (keys === 0) first = last;
  keys += 1;
}

/** Counts while a form is open; returns how to stop. */
export function watchTyping(): () => void {
  const handle = (event: Event) => noteInput(event as InputEvent);
  document.addEventListener("beforeinput", handle, true);
  return () => document.removeEventListener("beforeinput", handle, true);
}

/** As the header `x-typing` has it: `40/9000`. */
export function readTyping(): string {
  return `${keys}/${Math.round(last - first)}`;
}

export function forgetTyping(): void {
  keys = 0;
  first = 0;
  last = 0;
  before = null;
}
