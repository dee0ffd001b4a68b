/** The form of a page: conversion from the payload, validation, and conversion for saving. */
import type { PageDraft } from "../../../../generated/payloads";
import { LANGS, type Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { asJson } from "../../../../lib/requests/write";
import { isBlank, isFetchingPicture } from "../../../../lib/richText/plain";
import { EMPTY_DOCUMENT, MAX_ARTICLE, type RichTextNode, storedSize } from "../../../../lib/richText/schema";
import { findGaps } from "./gaps";

export interface PageText {
  title: string;
  body: RichTextNode;
  isReady: boolean;
}

export interface PageForm {
  id: string;
  /** The version that was opened; 0 for a new page. */
  baseVersion: number;
  sourceLanguage: Lang;
  slug: string;
  needsConsent: boolean;
  texts: Partial<Record<Lang, PageText>>;
  /** Languages that were there when the page was opened and go with the next save. */
  removed: Lang[];
}

export const EMPTY_PAGE_TEXT: PageText = { title: "", body: EMPTY_DOCUMENT, isReady: true };

export function createPageForm(lang: Lang): PageForm {
  return {
    id: newId(),
    baseVersion: 0,
    sourceLanguage: lang,
    slug: "",
    needsConsent: false,
    texts: { [lang]: EMPTY_PAGE_TEXT },
    removed: [],
  };
}

export function pageFormOf(page: PageDraft): PageForm {
  return {
    id: page.row.id,
    baseVersion: page.version,
    sourceLanguage: page.sourceLanguage,
    slug: page.row.slug,
    needsConsent: page.row.needsConsent,
    texts: Object.fromEntries(page.texts.map(({ lang, ...text }) => [lang, text])),
    removed: [],
  };
}

/** A stored draft: written by this form, perhaps by an older build of it. */
export function isPageForm(value: unknown): value is PageForm {
  if (typeof value !== "object" || value === null) return false;
  const form: Partial<PageForm> = value;
  return (
    typeof form.id === "string" &&
    typeof form.baseVersion === "number" &&
    typeof form.slug === "string" &&
    typeof form.needsConsent === "boolean" &&
    typeof form.texts === "object" &&
    LANGS.some((lang) => lang === form.sourceLanguage) &&
    Array.isArray(form.removed)
  );
}

/** Keys of interface texts. */
export type PageErrors = Partial<Record<`${Lang}.title` | `${Lang}.body`, string>>;

/** Errors that the database would return. `isGoingOut`: the page is to be published. */
export function findPageErrors(form: PageForm, isGoingOut: boolean): PageErrors {
  const errors: PageErrors = {};
  for (const lang of LANGS) {
    const text = form.texts[lang];
    if (!text) continue;
    const title = text.title.trim();
    if (!title) errors[`${lang}.title`] = "blog.write.error.title";
    else if (title.length > 200 || /\p{C}/u.test(title)) errors[`${lang}.title`] = "blog.write.error.titleLong";
    if (isFetchingPicture(text.body)) errors[`${lang}.body`] = "editor.image.wait";
    else if (storedSize(text.body) > MAX_ARTICLE) errors[`${lang}.body`] = "blog.write.error.bodyLong";
    else if (isGoingOut && isIncluded(form, lang)) Object.assign(errors, findMissing(lang, text));
  }
  return errors;
}

function findMissing(lang: Lang, text: PageText): PageErrors {
  if (isBlank(text.body)) return { [`${lang}.body`]: "blog.write.error.body" };
  return findGaps(text.body).length > 0 ? { [`${lang}.body`]: "admin.page.error.gaps" } : {};
}

/** The original always goes out with its page. */
export function isIncluded(form: PageForm, lang: Lang): boolean {
  return lang === form.sourceLanguage || (form.texts[lang]?.isReady ?? false);
}

/** The arguments of save_page. `saveId` stays the same when the same save is sent again. */
export function toPageRequest(form: PageForm, saveId: string) {
  const texts: Partial<Record<Lang, object | null>> = {};
  for (const lang of form.removed) texts[lang] = null;
  for (const lang of LANGS) {
    const text = form.texts[lang];
    if (text) texts[lang] = { title: text.title.trim(), body: text.body, is_ready: isIncluded(form, lang) };
  }
  return {
    page: {
      id: form.id,
      save_id: saveId,
      source_language: form.sourceLanguage,
      slug: form.slug.trim() || null,
      needs_consent: form.needsConsent,
    },
    texts: asJson(texts),
    base_version: form.baseVersion,
  };
}
