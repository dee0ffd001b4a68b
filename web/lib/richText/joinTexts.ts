import { LANGS, type Lang } from "../page";
import { joinDocuments } from "./join";
import type { RichTextNode } from "./schema";

interface Text {
  body: RichTextNode;
}

interface Form<T extends Text> {
  texts: Partial<Record<Lang, T>>;
}

/**
 * A stored form in several languages, with what was typed into another one that began with `saved`. A field that only one
 * of the two has changed is taken from it. A body that both have changed has both texts; any other field is the typed one.
 */
export function joinForms<T extends Text, F extends Form<T>>(stored: F, typed: F, saved: F): F {
  const texts = { ...stored.texts };
  for (const lang of LANGS) {
    const [theirs, own, before] = [stored.texts[lang], typed.texts[lang], saved.texts[lang]];
    if (!own) continue;
    if (!theirs) texts[lang] = own;
    else texts[lang] = { ...theirs, ...changesOf(own, before), body: joinBodies(theirs.body, own.body, before?.body) };
  }
  return { ...stored, ...changesOf(typed, saved), texts };
}

function joinBodies(stored: RichTextNode, typed: RichTextNode, saved: RichTextNode | undefined): RichTextNode {
  if (isSame(typed, saved)) return stored;
  return isSame(stored, saved) ? typed : joinDocuments(stored, typed);
}

function changesOf<T extends object>(typed: T, saved: T | undefined): Partial<T> {
  const changed = Object.entries(typed).filter(([name, value]) => !isSame(value, saved?.[name as keyof T]));
  return Object.fromEntries(changed) as Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
