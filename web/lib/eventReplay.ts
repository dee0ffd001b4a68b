/** What somebody pressed and typed while the page was there to see but not alive yet. before-paint.ts records it from the first paint on. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface RecordedEvents {
  /** Buttons, in the order of their first press: who presses again out of impatience means it once. */
  presses: Set<HTMLButtonElement>;
  values: Map<Field, string>;
  stop: () => void;
}

declare global {
  interface Window {
    recordedEvents?: RecordedEvents;
  }
}

/** Does it now. To be called in the moment when React has taken over: no press may fall between the two. */
export function replayEvents(): void {
  const recorded = window.recordedEvents;
  if (!recorded) return;
  delete window.recordedEvents;
  recorded.stop();
  // Handlers may ask for what effects prepare, which run after this moment's.
  queueMicrotask(() => {
    for (const [field, value] of recorded.values) replayValue(field, value);
    for (const button of recorded.presses) if (button.isConnected) button.click();
  });
}

/** React compares with what it last saw an assignment of; so it must see another one before. */
function replayValue(field: Field, value: string): void {
  if (!field.isConnected) return;
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
