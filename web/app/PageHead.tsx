import { useEffect } from "react";
import { usePage } from "../lib/context";
import { HTML_LANG } from "../lib/i18n";
import type { Lang, PagePayload } from "../lib/page";

/**
 * After a navigation inside the app, the document still has the first page's head. This updates what readers, bookmarks
 * and rendering crawlers use: language, title, canonical address, other languages.
 */
export function PageHead() {
  const { lang, head, site, status } = usePage();
  useEffect(() => {
    // Setting the same language again would make the browser compute the styles of the whole document again (`:lang()`).
    if (document.documentElement.lang !== HTML_LANG[lang]) document.documentElement.lang = HTML_LANG[lang];
    // The error page sets its own: a page that could not be loaded has no head.
    if (status < 400) document.title = head.title;
    for (const old of document.head.querySelectorAll(ADDRESSES)) old.remove();
    document.head.append(...links(head, site.defaultLanguage));
  }, [lang, head, status, site.defaultLanguage]);
  return null;
}

/** Feeds are alternates too, but of another format, not of another language. */
const ADDRESSES = 'link[rel="canonical"], link[rel="alternate"][hreflang]';

/** As the server writes them into the HTML. */
function links({ canonical, hreflang }: PagePayload["head"], defaultLanguage: Lang): HTMLLinkElement[] {
  if (!canonical) return [];
  const others = hreflang.map(({ lang, path }) => ({ hreflang: HTML_LANG[lang], path }));
  const usual = hreflang.find(({ lang }) => lang === defaultLanguage) ?? hreflang[0];
  if (usual) others.push({ hreflang: "x-default", path: usual.path });
  return [
    createLink({ rel: "canonical", href: canonical }),
    ...others.map(({ hreflang, path }) =>
      createLink({ rel: "alternate", hreflang, href: new URL(path, canonical).href }),
    ),
  ];
}

function createLink(attributes: Pick<HTMLLinkElement, "rel" | "href"> & { hreflang?: string }): HTMLLinkElement {
  return Object.assign(document.createElement("link"), attributes);
}
