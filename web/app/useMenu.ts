import { pathTo } from "../generated/paths";
import { useLang, useSite } from "../lib/context";
import type { Lang } from "../lib/page";
import { useTranslation } from "../lib/texts";

export interface MenuItem {
  /** An administrator may list one address twice. */
  key: string;
  path: string;
  name: string;
  /** Set if the name is in another language than the page. */
  lang?: Lang;
  /** Not a page of this app. */
  isOutside: boolean;
}

/** The links of the header or the footer, as the administrators have chosen them. */
export function useMenu(place: "header" | "footer"): MenuItem[] {
  const { t } = useTranslation();
  const lang = useLang();
  return useSite()
    .menu.filter((link) => link.place === place)
    .map((link, position) => ({
      key: `${position} ${link.target}`,
      path: pathOf(link.kind, link.target, lang),
      name: link.name ?? t(`nav.${link.target}`),
      lang: link.lang && link.lang !== lang ? link.lang : undefined,
      isOutside: link.kind === "link",
    }));
}

function pathOf(kind: "screen" | "page" | "link", target: string, lang: Lang): string {
  if (kind === "page") return pathTo.page({ lang, slug: target });
  // A screen without parameters has its name as its path.
  return kind === "link" ? target : `/${lang}${target === "home" ? "" : `/${target}`}`;
}
