/** The questions and the price of a service while they are edited. No React in here. */
import type { EditedPrice, EditedQuestion } from "../../../../../generated/payloads";
import { LANGS, type Lang } from "../../../../../lib/page";
import { newId } from "../../../../../lib/requests/newId";

export type QuestionKind = EditedQuestion["kind"];
export const KINDS: readonly QuestionKind[] = [
  ...(["text", "long", "choice", "choices", "yes_no", "date", "number", "file", "consent"] as const),
];
/** By ISO 4217, those of the region first. */
export const CURRENCIES = [
  ...["MYR", "SGD", "VND", "CNY", "IDR", "THB", "BND", "PHP", "TWD", "HKD", "USD", "EUR", "GBP", "AUD", "JPY", "KRW"],
  "INR",
] as const;

export type ByLang = Record<Lang, string>;

export interface OptionDraft {
  key: string;
  labels: ByLang;
}

export interface QuestionDraft {
  id: string;
  kind: QuestionKind;
  labels: ByLang;
  helps: ByLang;
  options: OptionDraft[];
  /** As typed; empty: no bound. */
  lowest: string;
  highest: string;
  isRequired: boolean;
  isSensitive: boolean;
  readerRoles: readonly string[];
}

export interface PriceDraft {
  /** As typed; empty: free. */
  amount: string;
  currency: string;
  isPerPerson: boolean;
  notes: ByLang;
  qrUrl: string;
}

export interface IntakeDraft {
  questions: QuestionDraft[];
  price: PriceDraft;
  /** As typed. */
  answerDays: string;
}

const NOTHING: ByLang = { en: "", zh: "", ms: "", vi: "" };

export const NO_INTAKE: IntakeDraft = {
  questions: [],
  price: { amount: "", currency: "MYR", isPerPerson: false, notes: NOTHING, qrUrl: "" },
  answerDays: "365",
};

export function newQuestion(): QuestionDraft {
  return {
    id: newId(),
    kind: "text",
    labels: NOTHING,
    helps: NOTHING,
    options: [newOption(), newOption()],
    lowest: "",
    highest: "",
    isRequired: false,
    isSensitive: false,
    readerRoles: [],
  };
}

export function newOption(): OptionDraft {
  return { key: newId().slice(0, 8), labels: NOTHING };
}

export function hasOptions({ kind }: Pick<QuestionDraft, "kind">): boolean {
  return kind === "choice" || kind === "choices";
}

export function intakeOf(service: {
  questions: readonly EditedQuestion[];
  price: EditedPrice | null;
  answerDays: number;
}): IntakeDraft {
  const { price } = service;
  return {
    questions: service.questions.map((one) => ({
      ...one,
      labels: byLang(one.texts, ({ label }) => label),
      helps: byLang(one.texts, ({ help }) => help),
      options: one.options.map(({ key, labels }) => ({ key, labels: byLang(labels, ({ text }) => text) })),
      lowest: String(one.lowest ?? ""),
      highest: String(one.highest ?? ""),
    })),
    price: price
      ? {
          amount: (price.amount / 10 ** digitsOf(price.currency)).toFixed(digitsOf(price.currency)),
          currency: price.currency,
          isPerPerson: price.isPerPerson,
          notes: byLang(price.notes, ({ text }) => text),
          qrUrl: price.qrUrl ?? "",
        }
      : NO_INTAKE.price,
    answerDays: String(service.answerDays),
  };
}

function byLang<T extends { language: Lang }>(texts: readonly T[], read: (text: T) => string): ByLang {
  return { ...NOTHING, ...Object.fromEntries(texts.map((text) => [text.language, read(text)])) };
}

/** Digits after the point: two, none for dong and yen. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The typed amount in the smallest unit; NaN for invalid input. Groups of three digits may be apart: 150.000, 1,500.00. */
export function readAmount({ amount, currency }: PriceDraft): number {
  const digits = digitsOf(currency);
  const [, whole, groups, rest = ""] = /^(\d{1,3})((?:[.,\s]\d{3})+)([.,]\d{1,2})?$/.exec(amount.trim()) ?? [];
  const joined = whole && groups ? whole + groups.replace(/\D/g, "") + rest : amount.trim();
  const typed = joined.replace(",", ".");
  const [, , fraction = ""] = /^(\d{1,10})(?:\.(\d+))?$/.exec(typed) ?? [];
  const isAmount = /^\d{1,10}(\.\d+)?$/.test(typed) && fraction.length <= digits && Number(typed) > 0;
  return isAmount ? Math.round(Number(typed) * 10 ** digits) : Number.NaN;
}

/** Text keys of what is wrong: `question.ID`, `question.ID.options`, `question.ID.bounds`, `price`, `answerDays`. */
export function checkIntake({ questions, price, answerDays }: IntakeDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const question of questions) {
    const at = `question.${question.id}`;
    if (isBlank(question.labels)) errors[at] = "admin.service.question.error.label";
    if (hasOptions(question) && (question.options.length === 0 || question.options.some((one) => isBlank(one.labels))))
      errors[`${at}.options`] = "admin.service.question.error.options";
    const [lowest, highest] = [question.lowest, question.highest].map((typed) => (typed.trim() ? Number(typed) : null));
    const isBackward = lowest != null && highest != null && lowest > highest;
    if (question.kind === "number" && (Number.isNaN(lowest) || Number.isNaN(highest) || isBackward))
      errors[`${at}.bounds`] = "admin.service.question.error.bounds";
  }
  if (price.amount.trim() && Number.isNaN(readAmount(price))) errors.price = "admin.service.price.error";
  const days = Number(answerDays);
  if (!Number.isInteger(days) || days < 1 || days > 3650) errors.answerDays = "admin.service.error.number";
  return errors;
}

function isBlank(texts: ByLang): boolean {
  return LANGS.every((lang) => texts[lang].trim() === "");
}

/** In the database's own names. */
export function intakeToSave({ questions, price, answerDays }: IntakeDraft) {
  return {
    answer_days: Number(answerDays),
    questions: questions.map((one) => ({
      id: one.id,
      kind: one.kind,
      texts: Object.fromEntries(
        LANGS.filter((lang) => one.labels[lang].trim()).map((lang) => [
          lang,
          { label: one.labels[lang].trim(), help: one.helps[lang].trim() },
        ]),
      ),
      options: hasOptions(one) ? one.options.map(({ key, labels }) => ({ key, labels: written(labels) })) : [],
      lowest: one.kind === "number" && one.lowest.trim() ? Number(one.lowest) : null,
      highest: one.kind === "number" && one.highest.trim() ? Number(one.highest) : null,
      is_required: one.isRequired,
      is_sensitive: one.isSensitive && one.kind !== "consent",
      reader_roles: one.isSensitive ? [...one.readerRoles] : [],
    })),
    price: price.amount.trim()
      ? {
          amount: readAmount(price),
          currency: price.currency,
          is_per_person: price.isPerPerson,
          notes: written(price.notes),
          qr_url: price.qrUrl || null,
        }
      : null,
  };
}

function written(texts: ByLang): Partial<ByLang> {
  return Object.fromEntries(LANGS.filter((lang) => texts[lang].trim()).map((lang) => [lang, texts[lang].trim()]));
}
