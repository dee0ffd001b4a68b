import { type ComponentType, createElement, lazy, Suspense, useState } from "react";

declare global {
  interface Window {
    /** Parts of the server's HTML that are loaded before it is hydrated. A part may add parts of its own. */
    partsOnPage?: Promise<unknown>[];
  }
}

/**
 * A part that the server renders as well, loaded on demand by the browser. `name`: the data-part attribute of its HTML, by
 * which balai/site/render/front_end.py names its styles in the document.
 * Where the server has rendered it the part is loaded before hydration, with the rest of the page: presses and input until
 * then are recorded (eventReplay.ts). React would lose those in a boundary that it hydrates later.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadPart = () =>
    load().then((part) => {
      Loaded = part;
      return { default: part };
    });
  if (import.meta.env.SSR) {
    // The server has all code, but imports it asynchronously: it imports the part before its first page.
    loadPart();
    return (props) => Loaded && createElement(Loaded, props);
  }
  const Late = lazy(loadPart) as ComponentType<Props>;
  if (document.querySelector(`[data-part=${name}]`)) {
    window.partsOnPage ??= [];
    window.partsOnPage.push(loadPart().catch(() => null));
  }
  return (props) => {
    // Which of the two stays, so that the part is not mounted twice.
    const [Part] = useState(() => Loaded);
    return Part ? createElement(Part, props) : createElement(Suspense, null, createElement(Late, props));
  };
}
