/** Values of a resource in the administration, and their errors. */
import type { AdminResource, ResourceItem } from "../../../generated/payloads";
import type { ResourceToSave } from "../../../lib/api/resources";
import { LANGS, type Lang } from "../../../lib/page";
import { findTextMistakes, namedLanguages, readTexts, type TextMistakes, type Texts } from "../parts/texts";

export interface ResourceValues {
  categoryId: string;
  kind: ResourceItem["kind"];
  /** One address for all languages, `url`; else `files`, empty where a language has none. */
  isForAll: boolean;
  url: string;
  files: Record<Lang, string>;
  /** Whether a replaced file leaves those of the other languages behind. */
  marksOthers: boolean;
  isPublished: boolean;
  /** The group that sees it, null for everyone. */
  groupId: string | null;
  texts: Texts;
}

/** Text keys by field. */
interface ResourceMistakes extends TextMistakes {
  url: string | null;
  files: Partial<Record<Lang, string>>;
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
  const urlIn = (lang: Lang | null) => resource?.files.find((one) => one.language === lang)?.url ?? "";
  return {
    categoryId: resource?.categoryId ?? categoryId,
    kind: resource?.kind ?? "link",
    isForAll: !resource || urlIn(null) !== "",
    url: urlIn(null),
    files: { en: urlIn("en"), zh: urlIn("zh"), ms: urlIn("ms"), vi: urlIn("vi") },
    marksOthers: true,
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

/** `languages`: those that the form shows. The first is marked if no language has a file. */
export function findResourceMistakes(values: ResourceValues, languages: readonly Lang[] = LANGS): ResourceMistakes {
  const { isForAll, url, texts } = values;
  const files: ResourceMistakes["files"] = {};
  if (!isForAll) {
    const given = LANGS.filter((lang) => values.files[lang].trim() !== "");
    const [first] = languages;
    if (given.length === 0 && first) files[first] = "admin.resources.error.noFile";
    for (const lang of given) if (!isAddress(values.files[lang])) files[lang] = "admin.resources.error.url";
  }
  return {
    url: !isForAll || isAddress(url) ? null : "admin.resources.error.url",
    files,
    ...findTextMistakes(texts, MAX_TITLE, {
      tooLong: "admin.resources.error.titleLong",
      onlyDescription: "admin.resources.error.titleForText",
      none: "admin.resources.error.title",
    }),
  };
}

function isAddress(typed: string): boolean {
  return ADDRESS.test(readAddress(typed));
}

export function hasMistake({ url, files, names, all }: ResourceMistakes): boolean {
  return url !== null || all !== null || Object.keys(names).length > 0 || Object.keys(files).length > 0;
}

/** To one address for all languages, or to one for each: the address in use goes along. */
export function changeScope(values: ResourceValues, isForAll: boolean, lang: Lang): Partial<ResourceValues> {
  const { url, files } = values;
  const used = LANGS.map((one) => files[one]).find((one) => one !== "") ?? "";
  if (isForAll) return { isForAll, url: url || files[lang] || used };
  return { isForAll, files: used === "" ? { ...files, [lang]: url } : files };
}

/** The languages whose files stay as they are while that of another one is replaced. */
export function findLeftBehind(resource: AdminResource | undefined, values: ResourceValues): Lang[] {
  if (!resource || values.isForAll) return [];
  const stays: Lang[] = [];
  let isReplaced = false;
  for (const { language, url, olderThan } of resource.files) {
    if (!language || values.files[language] === "") continue;
    if (readAddress(values.files[language]) === url) stays.push(language);
    else if (!olderThan) isReplaced = true;
  }
  return isReplaced ? LANGS.filter((lang) => stays.includes(lang)) : [];
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
      files: values.isForAll
        ? [{ language: null, url: readAddress(values.url) }]
        : LANGS.map((language) => ({ language, url: readAddress(values.files[language]) })).filter(({ url }) => url),
      marks_others: values.marksOthers,
      is_published: values.isPublished,
      group_id: values.groupId,
    },
    texts: Object.fromEntries(titled),
    base_version: version,
  };
}
