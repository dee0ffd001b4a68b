/** Values of a resource in the administration, and their errors. */
import type { AdminResource, ResourceItem } from "../../../generated/payloads";
import type { ResourceToSave } from "../../../lib/api/resources";
import { LANGS, type Lang } from "../../../lib/page";
import { findTextMistakes, namedLanguages, readTexts, type TextMistakes, type Texts } from "../parts/texts";

export interface ResourceValues {
  categoryId: string;
  kind: ResourceItem["kind"];
  url: string;
  contentLanguages: Lang[];
  isPublished: boolean;
  /** The group that sees it, null for everyone. */
  groupId: string | null;
  texts: Texts;
}

/** Text keys by field. */
interface ResourceMistakes extends TextMistakes {
  url: string | null;
}

export const KINDS = ["link", "document", "video", "form", "contact"] as const;
const MAX_TITLE = 200;
/** As the database accepts it: a local path, or a web, email or telephone address. */
const ADDRESS = /^(https?:\/\/[^/?#\s]\S*|mailto:[^/\s]\S*|tel:\+?[0-9]\S*|\/([^/\s]\S*)?)$/i;

export function readResource(
  resource: AdminResource | undefined,
  categoryId: string,
  groupId: string | null = null,
): ResourceValues {
  return {
    categoryId: resource?.categoryId ?? categoryId,
    kind: resource?.kind ?? "link",
    url: resource?.url ?? "",
    contentLanguages: [...(resource?.contentLanguages ?? [])],
    isPublished: resource?.isPublished ?? true,
    groupId: resource ? resource.groupId : groupId,
    texts: readTexts((lang) => {
      const text = resource?.texts.find((one) => one.language === lang);
      return text && { name: text.title, description: text.description };
    }),
  };
}

/** Adds the scheme to a telephone number or email address. */
export function readAddress(typed: string): string {
  const address = typed.trim();
  if (/^\+?[0-9][0-9 ()-]{2,}$/.test(address)) return `tel:${address.replace(/[ ()-]/g, "")}`;
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  if (/^(www\.|[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(\/|$))/i.test(address)) return `https://${address}`;
  return address;
}

export function findResourceMistakes({ url, texts }: ResourceValues): ResourceMistakes {
  return {
    url: ADDRESS.test(readAddress(url)) ? null : "admin.resources.error.url",
    ...findTextMistakes(texts, MAX_TITLE, {
      tooLong: "admin.resources.error.titleLong",
      onlyDescription: "admin.resources.error.titleForText",
      none: "admin.resources.error.title",
    }),
  };
}

export function hasMistake({ url, names, all }: ResourceMistakes): boolean {
  return url !== null || all !== null || Object.keys(names).length > 0;
}

/** As it is sent: languages without a title are left out. */
export function toSave(id: string, version: number, values: ResourceValues): ResourceToSave {
  const titled = namedLanguages(values.texts).map((lang) => {
    const { name, description } = values.texts[lang];
    return [lang, { title: name, description }] as const;
  });
  return {
    resource: {
      id,
      category_id: values.categoryId,
      kind: values.kind,
      url: readAddress(values.url),
      content_languages: LANGS.filter((lang) => values.contentLanguages.includes(lang)),
      is_published: values.isPublished,
      group_id: values.groupId,
    },
    texts: Object.fromEntries(titled),
    base_version: version,
  };
}
