import type { SearchPayload } from "../../generated/payloads";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";

/** A filter that is on. `name`: its query parameter. */
export interface ActiveFilter {
  name: "kind" | "language" | "forum" | "author" | "date" | "own";
  label: string;
  lang?: string;
}

/** Without all of them, on the first page. */
export const NO_FILTERS = { after: null, kind: null, language: null, forum: null, author: null, date: null, own: null };

/** The filters of a search, in the order of the page. */
export function useActiveFilters(data: SearchPayload): ActiveFilter[] {
  const { t } = useTranslation();
  const { kind, language, forum, author, date, isOwn } = data;
  const filters: (ActiveFilter | false | null)[] = [
    kind && { name: "kind", label: t(`search.area.${kind}`) },
    language && { name: "language", label: OWN_NAME[language], lang: HTML_LANG[language] },
    forum && { name: "forum", label: forum.name, lang: HTML_LANG[forum.language] },
    author && { name: "author", label: author.name },
    date && { name: "date", label: t(`search.filter.date.${date}`) },
    isOwn && { name: "own", label: t("search.filter.own") },
  ];
  return filters.filter((one): one is ActiveFilter => Boolean(one));
}
