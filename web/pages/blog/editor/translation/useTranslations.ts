import type { Lang } from "../../../../lib/page";
import { EMPTY_TEXT, type WriteText } from "../form";
import type { Writing } from "../useArticleEditor";

/** Begins a translation, or takes one away with the next save. */
export function useTranslations({ form, change }: Writing) {
  return {
    add: (lang: Lang, begun?: Pick<WriteText, "body" | "suggested"> | null) => {
      const removed = form.removed.filter((other) => other !== lang);
      change({ texts: { ...form.texts, [lang]: { ...EMPTY_TEXT, ...begun } }, removed });
    },
    remove: (lang: Lang) => {
      const { [lang]: _gone, ...texts } = form.texts;
      const removed = form.baseVersion > 0 ? [...form.removed, lang] : form.removed;
      change({ texts, removed });
    },
  };
}
