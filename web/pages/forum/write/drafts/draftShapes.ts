/** Drafts come from untrusted storage: only values of the expected shape are accepted. */

import type { TextMark } from "../../../../lib/api/community/translations";
import type { NewPoll } from "../../../../lib/api/forum";
import { LANGS, type Lang } from "../../../../lib/page";
import type { RichTextNode } from "../../../../lib/richText/schema";

export interface ReplyText {
  /** Created with the first input and stored with the draft: repeated sending creates one reply. */
  id: string;
  body: RichTextNode;
  quotedReplyId: string | null;
  /** Its marks. */
  keptFrom?: TextMark[];
  /** Null while it follows the words. */
  language: Lang | null;
}

export interface PostText {
  id: string;
  title: string;
  body: RichTextNode;
  language: Lang | null;
}

export interface NewPostText extends PostText {
  forumId: string | null;
  tags?: string[];
  poll?: NewPoll | null;
  keptFrom?: TextMark[];
}

export function isReplyText(value: unknown): value is ReplyText {
  const draft = asRecord(value);
  const { quotedReplyId, keptFrom } = draft;
  return (
    areMarks(keptFrom) &&
    isText(draft.id) &&
    isBody(draft.body) &&
    isLanguage(draft.language) &&
    isText(quotedReplyId ?? "")
  );
}

export function isPostText(value: unknown): value is PostText {
  const draft = asRecord(value);
  return isText(draft.id) && isText(draft.title) && isBody(draft.body) && isLanguage(draft.language);
}

export function isNewPostText(value: unknown): value is NewPostText {
  const { forumId, tags, poll, keptFrom } = asRecord(value);
  const hasTags = tags === undefined || (Array.isArray(tags) && tags.every(isText));
  return isPostText(value) && isText(forumId ?? "") && hasTags && areMarks(keptFrom) && (!poll || isPoll(poll));
}

function isPoll(value: unknown): value is NewPoll {
  const { question, options, maxChoices, results, closesAt } = asRecord(value);
  const hasOptions = Array.isArray(options) && options.every(isText) && Number.isInteger(maxChoices);
  return isText(question) && hasOptions && isText(results) && isText(closesAt ?? "");
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const MARKS: readonly unknown[] = ["index", "mail", "translate"];
const areMarks = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((one) => MARKS.includes(one)));
const isText = (value: unknown) => typeof value === "string";
const isLanguage = (value: unknown) => value === null || LANGS.some((lang) => lang === value);
const isBody = (value: unknown) => asRecord(value).type === "doc" && Array.isArray(asRecord(value).content);
