/**
 * Rich text is ProseMirror JSON, and only the nodes, marks and attributes below. The database holds the same list in
 * is_rich_text (schema/site/checks/rich_text.sql) and refuses everything else, so what comes from it needs no
 * cleaning; the editor keeps to it, so that what people write is never refused.
 */
import type { RichTextMark, RichTextNode } from "../../generated/payloads";
import { isRichTextImage } from "./address";
import { linkToPicture } from "./linkToPicture";

export type { RichTextMark, RichTextNode };

export const EMPTY_DOCUMENT: RichTextNode = { type: "doc", content: [{ type: "paragraph" }] };

export const HEADING_LEVELS = [2, 3, 4] as const;
export const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
/** Tokens of the theme, readable on every ground in light and in dark. */
export const INKS = ["accent", "warm", "good", "note", "bad", "text-soft"] as const;
export const WASHES = ["accent-soft", "warm-soft", "good-soft", "note-soft", "bad-soft"] as const;
export const CALLOUTS = ["note", "tip", "warning"] as const;
export const FONT_FAMILIES = ["serif", "sans-serif", "monospace", "cursive"] as const;
export type FontFamily = (typeof FONT_FAMILIES)[number];

/** The largest document, in bytes, that the database takes. */
export const MAX_ARTICLE = 200_000;
export const MAX_POST = 60_000;
/** The largest table, counting the places that cells reach into. */
export const MAX_TABLE = { rows: 200, columns: 20 } as const;

const ATTRIBUTES: Record<string, readonly string[]> = {
  doc: [],
  paragraph: ["textAlign"],
  heading: ["level", "textAlign"],
  bulletList: [],
  orderedList: ["start"],
  listItem: [],
  blockquote: ["source", "withdrawn"],
  codeBlock: ["language"],
  image: ["src", "alt", "width", "height"],
  horizontalRule: [],
  table: [],
  tableRow: [],
  tableCell: ["colspan", "rowspan"],
  tableHeader: ["colspan", "rowspan"],
  gallery: [],
  callout: ["kind"],
  details: [],
  detailsSummary: [],
  file: ["src", "name", "size"],
  hardBreak: [],
  mention: ["id", "label"],
  text: [],
};

const MARK_ATTRIBUTES: Record<string, readonly string[]> = {
  bold: [],
  italic: [],
  underline: [],
  strike: [],
  code: [],
  link: ["href"],
  textStyle: ["color", "fontFamily"],
  highlight: ["color"],
};

/**
 * The document as it is stored: unset attributes and marks that say nothing are left out, pictures on other hosts are
 * links.
 */
export function tidy(node: RichTextNode): RichTextNode {
  if (node.type === "gallery") return tidyGallery(node);
  if (node.type === "image" && !isRichTextImage(String(node.attrs?.src ?? ""))) return linkToPicture(node);
  const attrs = keepKnown(node.attrs, ATTRIBUTES[node.type]);
  const marks = node.marks?.flatMap(tidyMark) ?? [];
  return {
    type: node.type,
    ...(attrs && { attrs }),
    ...(node.text !== undefined && { text: node.text }),
    ...(marks.length > 0 && { marks }),
    ...(node.content && { content: node.content.map(tidy) }),
  };
}

/** A gallery holds stored pictures alone; one without any is an empty line. */
function tidyGallery({ content = [] }: RichTextNode): RichTextNode {
  const pictures = content.map(tidy).filter((picture) => picture.type === "image");
  return pictures.length > 0 ? { type: "gallery", content: pictures } : { type: "paragraph" };
}

function tidyMark(mark: RichTextMark): RichTextMark[] {
  const names = MARK_ATTRIBUTES[mark.type];
  if (!names) return [];
  const attrs = keepKnown(withToken(mark), names);
  if (attrs) return [{ type: mark.type, attrs }];
  // A style without a colour or font, a link without an address.
  return mark.type === "textStyle" || mark.type === "link" ? [] : [{ type: mark.type }];
}

/** Without a colour that is no token, as a draft of an earlier version may have. */
function withToken({ type, attrs }: RichTextMark): RichTextMark["attrs"] {
  const known: readonly unknown[] = type === "highlight" ? WASHES : INKS;
  return attrs?.color && !known.includes(attrs.color) ? { ...attrs, color: null } : attrs;
}

function keepKnown(attrs: RichTextNode["attrs"], names: readonly string[] = []): RichTextNode["attrs"] {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => names.includes(name) && value !== null && !(name.endsWith("span") && value === 1),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** A document without the empty paragraphs that an editor keeps at its end. */
export function tidyDocument(document: RichTextNode): RichTextNode {
  const content = (document.content ?? []).map(tidy);
  while (content.length > 0 && isEmptyParagraph(content.at(-1))) content.pop();
  return { type: "doc", content };
}

function isEmptyParagraph(node: RichTextNode | undefined): boolean {
  return node?.type === "paragraph" && !node.content?.length;
}

/** At most how many bytes the database will count: it writes a space after each colon and comma. */
export function storedSize(document: RichTextNode): number {
  let separators = 0;
  const json = JSON.stringify(document, (_name, value: unknown) => {
    separators += 2;
    return value;
  });
  return new TextEncoder().encode(json).length + separators;
}
