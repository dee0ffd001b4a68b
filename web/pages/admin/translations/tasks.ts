/** Acts on the tasks of translators. */

import { pathTo } from "../../../generated/paths";
import type { TranslationTask } from "../../../generated/payloads";
import { refusalReader } from "../../../lib/api/rights/refusals";
import type { Lang } from "../../../lib/page";
import { type Outcome, write } from "../../../lib/requests/write";

const readRefusal = refusalReader({
  claimed: "admin.translations.error.claimed",
  too_many: "admin.translations.error.too_many",
  not_found: "admin.translations.error.not_found",
});

export function claimTask(task: string, isMine = true): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("claim_task", { task, is_mine: isMine }), readRefusal);
}

/** Where the translation is written. Resources are edited in the list of their category. */
export function pathToEdit(lang: Lang, task: TranslationTask): string {
  const { kind, itemId, slug, lang: language } = task;
  if (kind === "article") return pathTo.blogEdit({ lang, blogId: slug ?? itemId }, { language });
  if (kind === "page") return pathTo.adminPage({ lang, pageId: itemId });
  if (kind === "service") return pathTo.adminService({ lang, serviceId: itemId });
  return pathTo.adminResources({ lang }, { category: slug });
}
