/** Replays clicks and input from before hydration. before-paint.ts records them from the first paint on. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface RecordedEvents {
  /** Buttons in the order of their first press; repeated presses count once. */
  presses: Set<HTMLButtonElement>;
  values: Map<Field, string>;
  stop: () => void;
}

declare global {
  interface Window {
    recordedEvents?: RecordedEvents;
    /** Whether an input method composes a word. */
    isComposing?: boolean;
  }
}

/** Replays now. Called in the effect that ends hydration, so that no event is lost in between. */
export function replayEvents(): void {
  const recorded = window.recordedEvents;
  if (!recorded) return;
  delete window.recordedEvents;
  recorded.stop();
  // Handlers may depend on effects that have not run yet.
  queueMicrotask(() => {
    for (const [field, value] of recorded.values) replayValue(field, value);
    for (const button of recorded.presses) if (button.isConnected) button.click();
  });
}

/** React compares with the last assigned value, so a different value is assigned first. */
function replayValue(field: Field, value: string): void {
  if (!field.isConnected) return;
  // Read by its component. An assignment would end a composition and move the caret.
  if (field.dataset.uncontrolled !== undefined && field.value === value) return;
  if (field.type === "file") announce(field, "change");
  else if (field.type === "checkbox" || field.type === "radio") replayToggle(field as HTMLInputElement);
  else {
    field.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    announce(field, field instanceof HTMLSelectElement ? "change" : "input");
  }
}

function replayToggle(field: HTMLInputElement): void {
  field.checked = !field.checked;
  field.click();
}

function announce(field: Field, kind: "change" | "input"): void {
  field.dispatchEvent(new Event(kind, { bubbles: true }));
}
