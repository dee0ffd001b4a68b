/** What an administrator types about a forum, and what is wrong with it. */
import type { AdminForum } from "../../../generated/payloads";
import type { ForumDraft } from "../../../lib/forum";
import { LANGS, type Lang } from "../../../lib/page";

export { suggestSlug } from "../../../lib/slug";

export interface ForumValues {
  slug: string;
  editWindowHours: number | null;
  texts: Record<Lang, { name: string; description: string }>;
}

/** Text keys by field. */
export interface ForumMistakes {
  slug: string | null;
  names: Partial<Record<Lang, string>>;
  all: string | null;
}

const LONGEST_NAME = 80;

export function readForum(forum: AdminForum | undefined): ForumValues {
  const textIn = (lang: Lang) => {
    const text = forum?.texts.find((one) => one.language === lang);
    return { name: text?.name ?? "", description: text?.description ?? "" };
  };
  return {
    slug: forum?.slug ?? "",
    editWindowHours: forum?.editWindowHours ?? null,
    texts: { en: textIn("en"), zh: textIn("zh"), ms: textIn("ms"), vi: textIn("vi") },
  };
}

export function findForumMistakes({ slug, texts }: ForumValues): ForumMistakes {
  const names: ForumMistakes["names"] = {};
  for (const lang of LANGS) {
    const { name, description } = texts[lang];
    if ([...name.trim()].length > LONGEST_NAME) names[lang] = "admin.forums.error.nameLine";
    if (name.trim() === "" && description.trim() !== "") names[lang] = "admin.forums.error.nameForText";
  }
  const isNamed = LANGS.some((lang) => texts[lang].name.trim() !== "");
  return {
    slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 60 ? null : "admin.forums.error.slug",
    names,
    all: isNamed ? null : "admin.forums.error.name",
  };
}

export function hasMistake({ slug, names, all }: ForumMistakes): boolean {
  return slug !== null || all !== null || Object.keys(names).length > 0;
}

/** As it is sent: languages without a name are left out. */
export function toDraft(id: string, { slug, editWindowHours, texts }: ForumValues): ForumDraft {
  const named = LANGS.filter((lang) => texts[lang].name.trim() !== "").map((lang) => [lang, texts[lang]] as const);
  return { id, slug, editWindowHours, texts: Object.fromEntries(named) };
}
