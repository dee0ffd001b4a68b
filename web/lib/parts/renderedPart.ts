import { type ComponentType, createElement, lazy, Suspense, useState } from "react";

declare global {
  interface Window {
    /** Parts of the server's HTML that are loaded before it is hydrated. */
    partsOnPage?: Promise<unknown>[];
  }
}

/**
 * As lazyPart, for a form. `mark`: a selector of its HTML. Where the server has rendered it the part is loaded before
 * hydration, with the rest of the page: a press meanwhile is recorded (eventReplay.ts). Otherwise the browser would send the
 * form.
 */
export function renderedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  mark: string,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadPart = () =>
    load().then((part) => {
      Loaded = part;
      return { default: part };
    });
  if (import.meta.env.SSR) {
    loadPart();
    return (props) => Loaded && createElement(Loaded, props);
  }
  const Late = lazy(loadPart) as ComponentType<Props>;
  if (document.querySelector(mark)) {
    window.partsOnPage ??= [];
    window.partsOnPage.push(loadPart().catch(() => null));
  }
  return (props) => {
    // Which of the two stays, so that the part is not mounted twice.
    const [Part] = useState(() => Loaded);
    return Part ? createElement(Part, props) : createElement(Suspense, null, createElement(Late, props));
  };
}
