/** Translations of posts and replies, requests for them, and marks that keep a text from translation, search or messages. */
import type { ForumEntry, RichTextNode } from "../../../generated/payloads";
import type { Lang } from "../../page";
import { asJson, type Outcome } from "../../requests/write";
import { call, type ReportReason, type Thing } from "../forum";

export type TextMark = ForumEntry["keptFrom"][number];

/** A text for its translator, with permissions. `version`: of the original, which a translation is compared with. */
export interface OpenedTranslation {
  language: Lang;
  title: string | null;
  body: RichTextNode;
  version: number;
  mayWrite: boolean;
  mayRemove: boolean;
  known: {
    id: string;
    title: string | null;
    body: RichTextNode;
    translatorName: string | null;
    updatedAt: string;
    isOutdated: boolean;
  } | null;
  /** How many members ask for it; whether this one does. */
  requests: number;
  hasAsked: boolean;
}

export function openTranslation(wanted: Lang, thing: Thing): Promise<Outcome<OpenedTranslation>> {
  return call("open_translation", { wanted, ...thing }) as Promise<Outcome<OpenedTranslation>>;
}

interface TranslatedText {
  language: Lang;
  title: string | null;
  body: RichTextNode;
  version: number;
}

export function saveTranslation(thing: Thing, text: TranslatedText): Promise<Outcome<unknown>> {
  const { language, title, body, version } = text;
  return call("save_translation", { language, title, body: asJson(body), source_version: version, ...thing });
}

export function askForTranslation(thing: Thing, wanted: Lang, asks: boolean): Promise<Outcome<unknown>> {
  return call("ask_for_translation", { wanted, asks, ...thing });
}

export function removeTranslation(translation: string): Promise<Outcome<unknown>> {
  return call("remove_translation", { translation });
}

/** `wanted`: the language of the translation. Sent again with the same id, it is stored once. */
export function reportTranslation(
  id: string,
  thing: Thing,
  wanted: Lang,
  reason: ReportReason,
  note: string,
): Promise<Outcome<unknown>> {
  return call("report_translation", { id, wanted, reason, note, ...thing });
}

export function restoreTranslation(translation: string): Promise<Outcome<unknown>> {
  return call("restore_translation", { translation });
}

export function setMarks(thing: Thing, marks: readonly TextMark[]): Promise<Outcome<unknown>> {
  return call("set_marks", { kept_from: [...marks], ...thing });
}

export function setAreaMarks(forum: string, marks: readonly TextMark[]): Promise<Outcome<unknown>> {
  return call("set_area_marks", { forum, kept_from: [...marks] });
}
