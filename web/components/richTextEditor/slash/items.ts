/** The blocks that the slash menu and the tool "Insert" offer, and how the words behind a slash find them. */
import type { Editor } from "@tiptap/react";
import { wrapInDetails } from "../../../lib/richText/blocks";
import type { IconName } from "../tools/icons";
import type { ToolSpec } from "../tools/Tool";

/** Items that need a file of this device. */
export type Choice = "picture" | "gallery" | "file";

export interface BlockItem extends Pick<ToolSpec, "label" | "isPossible"> {
  icon: IconName;
  /** In English, found in every language: what other editors call it as well. */
  english: string;
  run: ToolSpec["run"] | Choice;
}

const heading = (level: 2 | 3, icon: IconName, english: string): BlockItem => ({
  icon,
  label: `editor.block.heading${level}`,
  english,
  run: (chain) => chain.setHeading({ level }),
});

const callout = (kind: "note" | "tip" | "warning", icon: IconName): BlockItem => ({
  icon,
  label: `editor.callout.${kind}`,
  english: `callout ${kind} box`,
  run: (chain) =>
    chain.command(({ editor, commands }) =>
      editor.isActive("callout")
        ? commands.updateAttributes("callout", { kind })
        : commands.wrapIn("callout", { kind }),
    ),
  isPossible: (editor) => editor.isActive("callout") || editor.can().wrapIn("callout"),
});

/** Not in the toolbar of posts otherwise. */
export const STANDING_APART: readonly BlockItem[] = [
  { icon: "gallery", label: "editor.gallery", english: "gallery pictures photos", run: "gallery" },
  callout("note", "note"),
  callout("tip", "tip"),
  callout("warning", "warning"),
  {
    icon: "details",
    label: "editor.details",
    english: "collapsible details toggle spoiler",
    run: (chain) => chain.command(wrapInDetails),
    isPossible: (editor) => editor.can().command(wrapInDetails),
  },
  { icon: "file", label: "editor.file", english: "file attachment document pdf", run: "file" },
];

const RULE: BlockItem = {
  icon: "rule",
  label: "editor.rule",
  english: "dividing line rule separator",
  run: (chain) => chain.setHorizontalRule(),
};

export const INSERTED: readonly BlockItem[] = [...STANDING_APART, RULE];

export const ITEMS: readonly BlockItem[] = [
  heading(2, "heading", "heading title h2"),
  heading(3, "heading", "subheading h3"),
  { icon: "bullets", label: "editor.bullets", english: "bullet list ul", run: (chain) => chain.toggleBulletList() },
  { icon: "numbers", label: "editor.numbers", english: "numbered list ol", run: (chain) => chain.toggleOrderedList() },
  { icon: "quote", label: "editor.quote", english: "quote blockquote", run: (chain) => chain.toggleBlockquote() },
  { icon: "image", label: "editor.image", english: "picture image photo", run: "picture" },
  ...STANDING_APART,
  {
    icon: "table",
    label: "editor.table",
    english: "table grid",
    run: (chain) => chain.insertTable({ rows: 3, cols: 3 }),
    isPossible: (editor) => editor.state.selection.$from.depth === 1,
  },
  { icon: "code", label: "editor.code", english: "code block", run: (chain) => chain.toggleCodeBlock() },
  RULE,
];

/** Without marks and capitals: `tieu de` finds `Tiêu đề`. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll("đ", "d").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The words begin a word of the English names, or stand anywhere in the name of the item. */
export function findItems(
  items: readonly BlockItem[],
  words: string,
  nameOf: (item: BlockItem) => string,
): readonly BlockItem[] {
  const wanted = fold(words.trim());
  return items.filter((item) => fold(nameOf(item)).includes(wanted) || ` ${item.english}`.includes(` ${wanted}`));
}

export const isPossible = (item: BlockItem, editor: Editor) => item.isPossible?.(editor) ?? true;
