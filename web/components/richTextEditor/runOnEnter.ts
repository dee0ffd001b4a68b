import type { KeyboardEvent } from "react";
import { isComposing } from "../../lib/forms/composing";

/**
 * Enter in a small field of the editor does the field's work. It never reaches the form around the editor, and while
 * an input method composes a word it does nothing at all.
 */
export function runOnEnter(run: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!isComposing(event.nativeEvent)) run();
  };
}
