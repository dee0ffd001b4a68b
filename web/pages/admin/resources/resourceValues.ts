/** What an administrator types about a resource, and what is wrong with it. */
import type { AdminResource, ResourceItem } from "../../../generated/payloads";
import { LANGS, type Lang } from "../../../lib/page";
import type { ResourceToSave } from "../../../lib/resources";

export interface ResourceValues {
  categoryId: string;
  kind: ResourceItem["kind"];
  url: string;
  contentLanguages: Lang[];
  isPublished: boolean;
  texts: Record<Lang, { title: string; description: string }>;
}

/** Text keys by field. */
export interface ResourceMistakes {
  url: string | null;
  titles: Partial<Record<Lang, string>>;
  all: string | null;
}

export const KINDS = ["link", "document", "video", "form", "contact"] as const;
const LONGEST_TITLE = 200;
/** As the database has it: a page of this site, or a web, mail or telephone address. */
const ADDRESS = /^(https?:\/\/[^/?#\s]\S*|mailto:[^/\s]\S*|tel:\+?[0-9]\S*|\/([^/\s]\S*)?)$/i;

export function readResource(resource: AdminResource | undefined, categoryId: string): ResourceValues {
  const textIn = (lang: Lang) => {
    const text = resource?.texts.find((one) => one.language === lang);
    return { title: text?.title ?? "", description: text?.description ?? "" };
  };
  return {
    categoryId: resource?.categoryId ?? categoryId,
    kind: resource?.kind ?? "link",
    url: resource?.url ?? "",
    contentLanguages: [...(resource?.contentLanguages ?? [])],
    isPublished: resource?.isPublished ?? true,
    texts: { en: textIn("en"), zh: textIn("zh"), ms: textIn("ms"), vi: textIn("vi") },
  };
}

/** A telephone number or mail address typed as people write it gets its scheme. */
export function readAddress(typed: string): string {
  const address = typed.trim();
  if (/^\+?[0-9][0-9 ()-]{2,}$/.test(address)) return `tel:${address.replace(/[ ()-]/g, "")}`;
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  if (/^(www\.|[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(\/|$))/i.test(address)) return `https://${address}`;
  return address;
}

export function findResourceMistakes({ url, texts }: ResourceValues): ResourceMistakes {
  const titles: ResourceMistakes["titles"] = {};
  for (const lang of LANGS) {
    const { title, description } = texts[lang];
    if ([...title.trim()].length > LONGEST_TITLE) titles[lang] = "admin.resources.error.titleLong";
    if (title.trim() === "" && description.trim() !== "") titles[lang] = "admin.resources.error.titleForText";
  }
  const isNamed = LANGS.some((lang) => texts[lang].title.trim() !== "");
  return {
    url: ADDRESS.test(readAddress(url)) ? null : "admin.resources.error.url",
    titles,
    all: isNamed ? null : "admin.resources.error.title",
  };
}

export function hasMistake({ url, titles, all }: ResourceMistakes): boolean {
  return url !== null || all !== null || Object.keys(titles).length > 0;
}

/** As it is sent: languages without a title are left out. */
export function toSave(id: string, version: number, values: ResourceValues): ResourceToSave {
  const named = LANGS.filter((lang) => values.texts[lang].title.trim() !== "");
  return {
    resource: {
      id,
      category_id: values.categoryId,
      kind: values.kind,
      url: readAddress(values.url),
      content_languages: LANGS.filter((lang) => values.contentLanguages.includes(lang)),
      is_published: values.isPublished,
    },
    texts: Object.fromEntries(named.map((lang) => [lang, values.texts[lang]])),
    base_version: version,
  };
}
