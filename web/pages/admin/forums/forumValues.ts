/** Values of a forum in the administration, and their errors. */
import type { AdminForum } from "../../../generated/payloads";
import type { ForumDraft } from "../../../lib/api/forum";
import { findTextMistakes, namedLanguages, readTexts, type TextMistakes, type Texts } from "../parts/texts";

export interface ForumValues {
  slug: string;
  editWindowHours: number | null;
  texts: Texts;
}

/** Text keys by field. */
interface ForumMistakes extends TextMistakes {
  slug: string | null;
}

const MAX_NAME = 80;

export function readForum(forum: AdminForum | undefined): ForumValues {
  return {
    slug: forum?.slug ?? "",
    editWindowHours: forum?.editWindowHours ?? null,
    texts: readTexts((lang) => forum?.texts.find((one) => one.language === lang)),
  };
}

export function findForumMistakes({ slug, texts }: ForumValues): ForumMistakes {
  return {
    slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 60 ? null : "admin.forums.error.slug",
    ...findTextMistakes(texts, MAX_NAME, {
      tooLong: "admin.forums.error.nameLine",
      onlyDescription: "admin.forums.error.nameForText",
      none: "admin.forums.error.name",
    }),
  };
}

export function hasMistake({ slug, names, all }: ForumMistakes): boolean {
  return slug !== null || all !== null || Object.keys(names).length > 0;
}

/** As it is sent: languages without a name are left out. */
export function toDraft(id: string, { slug, editWindowHours, texts }: ForumValues): ForumDraft {
  const named = namedLanguages(texts).map((lang) => [lang, texts[lang]] as const);
  return { id, slug, editWindowHours, texts: Object.fromEntries(named) };
}
