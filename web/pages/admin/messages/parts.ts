/** The parts of a message that a service can word itself. An empty one is the standard text. */
import type { OwnMessage } from "../../../generated/payloads";

export const PARTS = ["subject", "body", "addition", "sms"] as const;
export type Part = (typeof PARTS)[number];
export type Parts = Record<Part, string>;

export const LONGEST: Record<Part, number> = { subject: 150, body: 1500, addition: 1500, sms: 600 };

export function partsOf(own: OwnMessage | undefined): Parts {
  return {
    subject: own?.subject ?? "",
    body: own?.body ?? "",
    addition: own?.addition ?? "",
    sms: own?.sms ?? "",
  };
}

export function areEqual(one: Parts, other: Parts): boolean {
  return PARTS.every((part) => one[part].trim() === other[part].trim());
}

export interface Mistake {
  /** A text key. */
  key: string;
  values?: Record<string, string>;
}

/** Errors of each part. The database checks the same. */
export function findMistakes(parts: Parts, placeholders: readonly string[]): Partial<Record<Part, Mistake>> {
  const mistakes: Partial<Record<Part, Mistake>> = {};
  for (const part of PARTS) {
    const unknown = findUnknown(parts[part], placeholders);
    if (unknown) mistakes[part] = { key: "admin.texts.error.placeholder", values: { text: unknown } };
    else if (part === "sms" && parts.sms.trim() && !parts.sms.includes("{link}"))
      mistakes.sms = { key: "admin.texts.error.link" };
  }
  return mistakes;
}

/** The first thing in braces that is no placeholder, or a brace alone. */
function findUnknown(text: string, placeholders: readonly string[]): string | null {
  const rest = placeholders.reduce((left, name) => left.replaceAll(`{${name}}`, ""), text);
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? null;
}
