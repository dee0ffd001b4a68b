/** Blocks that stand apart: galleries, callouts, files and collapsible parts, as the editor has them. */
import { type Command, type Editor, type Extensions, mergeAttributes, Node } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import { isImageAddress } from "./address";
import { CALLOUTS } from "./schema";

/** Class names of the blocks. */
export interface BlockLooks {
  gallery?: string;
  callout?: string;
  details?: string;
  summary?: string;
  file?: string;
}

export const TEXT_FILE = /^\/storage\/v1\/object\/authenticated\/text-files\/[A-Za-z0-9/._-]+$/;

export function blocks(looks: BlockLooks): Extensions {
  return [
    gallery(looks.gallery),
    callout(looks.callout),
    details(looks.details),
    summary(looks.summary),
    file(looks.file),
  ];
}

function gallery(look?: string) {
  return Node.create({
    name: "gallery",
    // In no group: a quotation, a list and a cell take none.
    content: "image+",
    parseHTML: () => [{ tag: "div[data-gallery]" }],
    renderHTML: () => ["div", { "data-gallery": "", class: look }, 0],
  });
}

function callout(look?: string) {
  return Node.create({
    name: "callout",
    content: "(block | gallery | file)+",
    defining: true,
    addAttributes: () => ({
      kind: {
        default: "note",
        parseHTML: (element: HTMLElement) => CALLOUTS.find((kind) => kind === element.dataset.callout) ?? "note",
        renderHTML: ({ kind }: Record<string, unknown>) => ({ "data-callout": kind }),
      },
    }),
    parseHTML: () => [{ tag: "[data-callout]" }],
    renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { class: look }), 0],
  });
}

/** Open while it is written: a reader opens it. */
function details(look?: string) {
  return Node.create({
    name: "details",
    content: "detailsSummary (block | gallery | file)+",
    defining: true,
    parseHTML: () => [{ tag: "details" }, { tag: "div[data-details]" }],
    renderHTML: () => ["div", { "data-details": "", class: look }, 0],
  });
}

function summary(look?: string) {
  return Node.create({
    name: "detailsSummary",
    content: "text*",
    marks: "",
    defining: true,
    parseHTML: () => [{ tag: "summary" }, { tag: "div[data-summary]" }],
    renderHTML: () => ["div", { "data-summary": "", class: look }, 0],
    addKeyboardShortcuts() {
      return { Backspace: ({ editor }) => unwrapDetails(editor), Enter: ({ editor }) => leaveSummary(editor) };
    },
  });
}

/** From the end of the first line to the empty one that is below it already. */
function leaveSummary(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const { parent, parentOffset } = $from;
  if (!empty || parent.type.name !== "detailsSummary" || parentOffset < parent.content.size) return false;
  const next = $from.node(-1).maybeChild($from.indexAfter(-1));
  if (next?.type.name !== "paragraph" || next.content.size > 0) return false;
  return editor.commands.setTextSelection($from.after() + 1);
}

/** At the start of its first line the collapsible part goes, and what it holds stays. */
function unwrapDetails(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== "detailsSummary" || $from.parentOffset > 0) return false;
  const [from, part] = [$from.before(-1), $from.node(-1)];
  const line = editor.schema.nodes.paragraph?.create(null, $from.parent.content);
  if (!line) return false;
  return editor.commands.command(({ tr }) => {
    tr.replaceWith(from, from + part.nodeSize, [line, ...part.children.slice(1)]);
    return true;
  });
}

function file(look?: string) {
  const stored = (name: string) => ({
    default: null,
    parseHTML: (element: HTMLElement) => element.dataset[name] ?? null,
    renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: attributes[name] }),
  });
  return Node.create({
    name: "file",
    atom: true,
    draggable: true,
    addAttributes: () => ({
      src: stored("src"),
      name: stored("name"),
      size: { ...stored("size"), parseHTML: (element: HTMLElement) => Number(element.dataset.size) || 1 },
    }),
    parseHTML() {
      const isFile = ({ dataset: { src = "", name } }: HTMLElement) => Boolean(name) && TEXT_FILE.test(src);
      const getAttrs = (element: HTMLElement) => isFile(element) && isImageAddress(element.dataset.src ?? "") && null;
      return [{ tag: "div[data-src][data-name]", getAttrs }];
    },
    renderHTML: ({ node, HTMLAttributes }) => [
      "div",
      mergeAttributes(HTMLAttributes, { class: look }),
      String(node.attrs.name),
    ],
    renderText: ({ node }) => String(node.attrs.name),
  });
}

/** Puts the selected blocks of the document's top into a collapsible part, and the caret into its first line. */
export const wrapInDetails: Command = ({ state, tr, dispatch }) => {
  const { details, detailsSummary } = state.schema.nodes;
  const range = tr.selection.$from.blockRange(tr.selection.$to);
  if (!details || !detailsSummary || !range || range.depth > 0) return false;
  const blocks = range.parent.children.slice(range.startIndex, range.endIndex);
  const content = [detailsSummary.create(), ...blocks];
  if (!details.validContent(Fragment.from(content))) return false;
  if (dispatch) {
    tr.replaceWith(range.start, range.end, details.create(null, content));
    tr.setSelection(TextSelection.create(tr.doc, range.start + 2)).scrollIntoView();
  }
  return true;
};
