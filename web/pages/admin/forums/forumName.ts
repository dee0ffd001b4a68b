import type { AdminForum, AdminForumText } from "../../../generated/payloads";
import type { Lang } from "../../../lib/page";

/** A forum's text in this language, else in the first one that it has. */
export function findForumText(forum: AdminForum, lang: Lang): AdminForumText | undefined {
  return forum.texts.find((text) => text.language === lang) ?? forum.texts[0];
}
