/**
 * Whether a key belongs to an input method that is composing a word. Safari ends the composition before it dispatches the
 * Enter that ended it; the key code 229 (UI Events, 7.3.1) still identifies it.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
