import type { AdminResourceCategory } from "../../../generated/payloads";
import type { Lang } from "../../../lib/page";

/** A category's name in this language, else in the first one that it has. */
export function findCategoryName(category: AdminResourceCategory, lang: Lang): { name: string; language: Lang } {
  const named = category.names.find((one) => one.language === lang) ?? category.names[0];
  return named ?? { name: category.slug, language: "en" };
}

/** The group that alone sees a category and all in it; null for everyone. */
export function findReaders(categories: readonly AdminResourceCategory[], id: string): string | null {
  return categories.find((one) => one.id === id)?.groupId ?? null;
}
