/**
 * Whether a key belongs to an input method that is composing a word. Safari ends the composition before it tells of the
 * Enter that ended it; the key code 229 (UI Events, 7.3.1) still says whose key it was.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
