/** A member in a text: an atom with their id and name. The name is for reading; the server writes the present one. */
import { mergeAttributes, Node } from "@tiptap/core";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const MAX_MENTIONS = 10;

export function mention(look?: string) {
  return Node.create({
    name: "mention",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes() {
      const stored = (name: string) => ({
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute(name),
        renderHTML: (attributes: Record<string, unknown>) => ({ [name]: attributes[name.slice("data-".length)] }),
      });
      return { id: stored("data-id"), label: stored("data-label") };
    },
    parseHTML() {
      const getAttrs = (element: HTMLElement) => (ID.test(element.dataset.id ?? "") ? null : false);
      return [{ tag: "span[data-id][data-label]", getAttrs }];
    },
    renderHTML({ node, HTMLAttributes }) {
      return ["span", mergeAttributes(HTMLAttributes, { class: look }), `@${node.attrs.label}`];
    },
    renderText({ node }) {
      return `@${node.attrs.label}`;
    },
    extendNodeSchema({ name }) {
      // Counted with the text around it, as in the plain text field.
      return name === "mention" ? { leafText: (node: { attrs: { label?: string } }) => `@${node.attrs.label}` } : {};
    },
  });
}
