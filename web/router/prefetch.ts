/**
 * A link that is pointed at, touched or focused will probably be followed: its page's chunk and payload are fetched
 * right away. One listener serves every link, also those within rich text.
 */

import type { ScreenName } from "../generated/screens";
import { loadTexts } from "../lib/i18n";
import { findLang } from "../lib/page";
import { prefetchPayload } from "./payloadLoader";
import { matchScreen } from "./screens";

export type LoadPage = (name: ScreenName) => Promise<unknown>;

/** Passing over a link on the way to another one must not prefetch. */
const HOVER_PAUSE = 60;

export function startPrefetching(loadPage: LoadPage): void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("pointerover", (event) => {
    clearTimeout(pause);
    const link = findLink(event.target);
    if (link) pause = setTimeout(() => prefetch(link, loadPage), HOVER_PAUSE);
  });
  const prefetchNow = (event: Event) => {
    const link = findLink(event.target);
    if (link) prefetch(link, loadPage);
  };
  document.addEventListener("touchstart", prefetchNow, { passive: true });
  document.addEventListener("focusin", prefetchNow);
}

function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
}

function prefetch(link: HTMLAnchorElement, loadPage: LoadPage): void {
  const url = new URL(link.href);
  const isElsewhere = url.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download");
  if (isElsewhere || (url.pathname === location.pathname && url.search === location.search)) return;
  const screen = matchScreen(url.pathname);
  const lang = findLang(url.pathname);
  if (!screen || !lang) return;
  prefetchPayload(url);
  loadTexts(lang, screen.texts);
  // A failure here is met again, and answered, by the navigation itself.
  loadPage(screen.name).catch(() => undefined);
}
