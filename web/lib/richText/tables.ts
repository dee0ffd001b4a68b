/** Tables of the editor: only at the top of a document, without widths, and no larger than the database takes. */
import { type Extensions, Node } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { TableMap } from "@tiptap/pm/tables";
import { MAX_TABLE } from "./schema";

/** `scroller` is the class of the box in which a table is pushed along. */
export function tables(scroller?: string): Extensions {
  return [Document, table(scroller), TableRow, TableCell.extend(SPANS), TableHeader.extend(SPANS)];
}

const Document = Node.create({
  name: "doc",
  topNode: true,
  content: "(block | table | gallery | callout | details | file)+",
});

function table(scroller?: string) {
  return Table.extend({
    // In no group, so that lists, quotations and cells, which take blocks, take no table.
    group: "",
    renderHTML: () => ["div", { class: scroller }, ["table", ["tbody", 0]]],
    addProseMirrorPlugins() {
      const filterTransaction: Plugin["spec"]["filterTransaction"] = (change) =>
        !change.docChanged || !hasTooLarge(change.doc) || hasTooLarge(change.before);
      return [...(this.parent?.() ?? []), new Plugin({ filterTransaction })];
    },
    // The library's own view has columns of fixed width; this one renders them as readers see them.
  }).configure({ View: null });
}

function hasTooLarge(document: DocumentNode): boolean {
  return document.children.some(
    (node) =>
      node.type.name === "table" && (node.childCount > MAX_TABLE.rows || TableMap.get(node).width > MAX_TABLE.columns),
  );
}

const span = (name: string, largest: number) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const places = Number(element.getAttribute(name) ?? 1);
    return Number.isInteger(places) && places >= 1 ? Math.min(places, largest) : 1;
  },
});

const SPANS = {
  addAttributes: () => ({
    colspan: span("colspan", MAX_TABLE.columns),
    rowspan: span("rowspan", MAX_TABLE.rows),
  }),
};
