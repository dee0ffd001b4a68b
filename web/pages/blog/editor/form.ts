/** The form of an article: conversion from the payload, validation, and conversion for saving. */

import type { BlogDraft } from "../../../generated/payloads";
import { LANGS, type Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { asJson } from "../../../lib/requests/write";
import { isImageAddress } from "../../../lib/richText/address";
import { isBlank, isFetchingPicture } from "../../../lib/richText/plain";
import { EMPTY_DOCUMENT, MAX_ARTICLE, type RichTextNode, storedSize } from "../../../lib/richText/schema";
import { toInput, toMoment } from "./moments";

/** `published` keeps the moment at which the article came out. */
export type When = "draft" | "now" | "published" | "later";

export interface WriteText {
  title: string;
  summary: string;
  body: RichTextNode;
  coverAlt: string;
  slug: string;
  isPublished: boolean;
  isOutdated: boolean;
  /** The writer says that this translation is up to date. */
  isCurrent: boolean;
  /** Blocks of earlier translations that it began with. */
  suggested?: RichTextNode[];
}

export interface WriteForm {
  id: string;
  /** The version that was opened; 0 for a new article. */
  baseVersion: number;
  sourceLanguage: Lang;
  coverUrl: string;
  tags: string;
  /** The group that reads the article, null for everyone. Absent in drafts of older builds. */
  groupId?: string | null;
  /** Absent in drafts of older builds. */
  hasComments?: boolean;
  /** The article is emailed to its subscribers once it is published. Absent in drafts of older builds. */
  isEmailed?: boolean;
  /** The chosen series, null for none. Absent: it stays as it is. */
  seriesId?: string | null;
  when: When;
  /** As a datetime-local field has it. */
  publishAt: string;
  expireAt: string;
  texts: Partial<Record<Lang, WriteText>>;
  /** Translations that were there when the article was opened and go with the next save. */
  removed: Lang[];
}

export const EMPTY_TEXT: WriteText = {
  title: "",
  summary: "",
  body: EMPTY_DOCUMENT,
  coverAlt: "",
  slug: "",
  isPublished: false,
  isOutdated: false,
  isCurrent: false,
};

export function createForm(lang: Lang, groupId: string | null = null): WriteForm {
  return {
    id: newId(),
    baseVersion: 0,
    sourceLanguage: lang,
    coverUrl: "",
    tags: "",
    groupId,
    hasComments: true,
    isEmailed: false,
    when: "draft",
    publishAt: "",
    expireAt: "",
    texts: { [lang]: EMPTY_TEXT },
    removed: [],
  };
}

/** Another language of the original. Text written already moves with it, unless that language has a text. */
export function withSource({ sourceLanguage, texts }: WriteForm, wanted: Lang): Partial<WriteForm> {
  const { [sourceLanguage]: source = EMPTY_TEXT, [wanted]: other, ...rest } = texts;
  return { sourceLanguage: wanted, texts: other ? texts : { ...rest, [wanted]: source } };
}

export function formOf(article: BlogDraft): WriteForm {
  const whens = { draft: "draft", planned: "later", published: "published", expired: "published" } as const;
  const texts = article.texts.map((text) => [
    text.lang,
    {
      title: text.title,
      summary: text.summary,
      body: text.body,
      coverAlt: text.coverAlt,
      slug: text.slug,
      isPublished: text.status === "published",
      isOutdated: text.isOutdated,
      isCurrent: false,
    },
  ]);
  return {
    id: article.id,
    baseVersion: article.version,
    sourceLanguage: article.sourceLanguage,
    coverUrl: article.coverUrl ?? "",
    tags: article.tags.join(", "),
    groupId: article.groupId,
    hasComments: article.hasComments,
    isEmailed: article.edition !== null,
    when: whens[article.state],
    publishAt: article.state === "planned" && article.publishAt ? toInput(article.publishAt) : "",
    expireAt: article.expireAt ? toInput(article.expireAt) : "",
    texts: Object.fromEntries(texts),
    removed: [],
  };
}

/** A stored draft: written by this form, perhaps by an older build of it. */
export function isWriteForm(value: unknown): value is WriteForm {
  if (typeof value !== "object" || value === null) return false;
  const form: Partial<WriteForm> = value;
  return (
    typeof form.id === "string" &&
    typeof form.baseVersion === "number" &&
    typeof form.tags === "string" &&
    typeof form.texts === "object" &&
    LANGS.some((lang) => lang === form.sourceLanguage) &&
    ["draft", "now", "published", "later"].includes(form.when ?? "") &&
    Array.isArray(form.removed)
  );
}

type FieldName = "coverUrl" | "tags" | "publishAt" | "expireAt" | `${Lang}.title` | `${Lang}.body`;
/** Keys of interface texts. */
export type Errors = Partial<Record<FieldName, string>>;

/** Errors that the database would return, shown before the request. `submitted`: the text that goes to a review. */
export function findErrors(form: WriteForm, submitted?: Lang): Errors {
  const errors: Errors = {};
  if (form.coverUrl.trim() && !isImageAddress(form.coverUrl.trim())) errors.coverUrl = "blog.write.error.cover";
  if (!areTags(readTags(form.tags))) errors.tags = "blog.write.error.tags";
  if (form.when === "later" && !form.publishAt) errors.publishAt = "blog.write.error.publishAt";
  if (form.expireAt && form.expireAt <= (form.when === "later" ? form.publishAt : toInput(new Date().toISOString())))
    errors.expireAt = "blog.write.error.expireAt";
  for (const lang of LANGS) {
    const text = form.texts[lang];
    if (text) Object.assign(errors, findTextErrors(form, lang, text, lang === submitted));
  }
  return errors;
}

function findTextErrors(form: WriteForm, lang: Lang, text: WriteText, isSubmitted: boolean): Errors {
  const errors: Errors = {};
  const title = text.title.trim();
  // \p{C}: controls and direction marks; U+FE0F alone is how emoji choose their picture.
  if (!title) errors[`${lang}.title`] = "blog.write.error.title";
  else if (title.length > 200 || /\p{C}/u.test(title)) errors[`${lang}.title`] = "blog.write.error.titleLong";
  if ((isSubmitted || isGoingOut(form, lang, text)) && isBlank(text.body))
    errors[`${lang}.body`] = "blog.write.error.body";
  else if (isFetchingPicture(text.body)) errors[`${lang}.body`] = "editor.image.wait";
  else if (storedSize(text.body) > MAX_ARTICLE) errors[`${lang}.body`] = "blog.write.error.bodyLong";
  return errors;
}

/** Whether readers will see a text after this save. The source goes out with its article. */
function isGoingOut(form: WriteForm, lang: Lang, text: WriteText): boolean {
  return form.when !== "draft" && (lang === form.sourceLanguage || text.isPublished);
}

export function readTags(line: string): string[] {
  const tags = line.split(/[,,、]/).map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

function areTags(tags: string[]): boolean {
  const distinct = new Set(tags.map((tag) => tag.toLowerCase()));
  return (
    tags.length <= 10 && distinct.size === tags.length && tags.every((tag) => tag.length <= 40 && !/\p{C}/u.test(tag))
  );
}

/** The form as a review publishes it: the original with its article, now or at the chosen time, or one translation. */
export function published(form: WriteForm, lang: Lang): WriteForm {
  if (lang === form.sourceLanguage) return { ...form, when: form.when === "draft" ? "now" : form.when };
  const text = form.texts[lang];
  return text ? { ...form, texts: { ...form.texts, [lang]: { ...text, isPublished: true } } } : form;
}

/**
 * The arguments of save_article. `saveId` stays the same when the same save is sent again. `locked`: texts in review, which
 * stay as they are.
 */
export function toRequest(form: WriteForm, saveId: string, locked: readonly Lang[] = []) {
  const texts: Partial<Record<Lang, ReturnType<typeof toText> | null>> = {};
  for (const lang of form.removed) texts[lang] = null;
  for (const lang of LANGS) {
    const text = form.texts[lang];
    if (text && !locked.includes(lang)) texts[lang] = toText(form, lang, text);
  }
  return {
    article: {
      id: form.id,
      save_id: saveId,
      source_language: form.sourceLanguage,
      status: form.when === "draft" ? "draft" : "published",
      publish_at: form.when === "later" ? toMoment(form.publishAt) : null,
      expire_at: form.expireAt ? toMoment(form.expireAt) : null,
      cover_url: form.coverUrl.trim() || null,
      tags: readTags(form.tags),
      // Left out, it stays as it is.
      ...(form.groupId !== undefined && { group_id: form.groupId }),
      ...(form.seriesId !== undefined && { series_id: form.seriesId }),
      has_comments: form.hasComments ?? true,
      ...(form.isEmailed !== undefined && { is_emailed: form.isEmailed }),
    },
    texts: asJson(texts),
    base_version: form.baseVersion,
  };
}

function toText(form: WriteForm, lang: Lang, text: WriteText) {
  const isPublished = text.isPublished || (lang === form.sourceLanguage && form.when !== "draft");
  return {
    title: text.title.trim(),
    summary: text.summary.trim(),
    body: text.body,
    cover_alt: text.coverAlt.trim(),
    slug: text.slug.trim(),
    status: isPublished ? "published" : "draft",
    is_current: text.isCurrent,
  };
}
