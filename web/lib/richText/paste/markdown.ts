/** Shortcuts of Markdown that TipTap has not: its own are those of lists, quotations and code. */
import { textblockTypeInputRule } from "@tiptap/core";
import type { NodeType } from "@tiptap/pm/model";

/** One or two signs are a heading, three a subheading: the first level is the page's title. */
export function headingShortcut(type: NodeType) {
  return textblockTypeInputRule({
    find: /^(#{1,4})\s$/,
    type,
    getAttributes: (match) => ({ level: Math.max(2, match[1]?.length ?? 2) }),
  });
}
