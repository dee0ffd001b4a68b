/** The editor's schema: what TipTap offers, cut down to what schema.ts lists. */
import { Extension, type Extensions, mergeAttributes } from "@tiptap/core";
import { Heading } from "@tiptap/extension-heading";
import { Highlight } from "@tiptap/extension-highlight";
import { Image } from "@tiptap/extension-image";
import { Link } from "@tiptap/extension-link";
import { OrderedList } from "@tiptap/extension-list";
import { TextAlign } from "@tiptap/extension-text-align";
import { TextStyle } from "@tiptap/extension-text-style";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import { toStored, urlOf } from "../uploads/pictures";
import { isLinkAddress, isPictureElsewhere, isRichTextImage } from "./address";
import { type BlockLooks, blocks } from "./blocks";
import { mention } from "./mention";
import { headingShortcut } from "./paste/markdown";
import { ALIGNMENTS, FONT_FAMILIES, type FontFamily, HEADING_LEVELS, INKS, WASHES } from "./schema";
import { tables } from "./tables";

/** Class names for what has no element of its own. */
interface Looks {
  wash?: string;
  table?: string;
  blocks: BlockLooks;
  mention?: string;
  /** A picture on another host, before the site has stored it. */
  pending?: string;
  fonts: Partial<Record<FontFamily, string>>;
}

export function createExtensions(looks: Looks, placeholder: string): Extensions {
  return [
    StarterKit.configure({
      document: false,
      heading: false,
      link: false,
      orderedList: false,
      dropcursor: { class: "drop-cursor" },
    }),
    sources,
    ...tables(looks.table),
    ...blocks(looks.blocks),
    TitleHeading.configure({ levels: [...HEADING_LEVELS] }),
    PlainLink.configure({
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: "https",
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => isLinkAddress(address),
    }),
    NumberedList,
    TextAlign.configure({ types: ["heading", "paragraph"], alignments: [...ALIGNMENTS] }),
    inkAndFont(looks),
    wash(looks),
    picture(looks),
    mention(looks.mention),
    Placeholder.configure({ placeholder }),
  ];
}

/** Levels 2 to 4 are ours, since the page's title is the first. Pasted ones from outside move to the nearest. */
const TitleHeading = Heading.extend({
  parseHTML() {
    const levels = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };
    return Object.entries(levels).map(([tag, level]) => ({ tag, attrs: { level } }));
  },
  addInputRules() {
    return [headingShortcut(this.type)];
  },
});

/** The ids by which the database withdraws a quote together with its source. */
const sources = Extension.create({
  name: "sources",
  addGlobalAttributes() {
    const id = (name: "source" | "withdrawn") => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset[name] ?? null,
      renderHTML: (attrs: Record<string, unknown>) => (attrs[name] ? { [`data-${name}`]: attrs[name] } : {}),
    });
    return [{ types: ["blockquote"], attributes: { source: id("source"), withdrawn: id("withdrawn") } }];
  },
});

const PlainLink = Link.extend({
  addAttributes() {
    return { href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("href") } };
  },
});

const NumberedList = OrderedList.extend({
  addAttributes() {
    return { start: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute("start") ?? 1) } };
  },
});

function inkAndFont(looks: Looks) {
  return TextStyle.extend({
    addAttributes() {
      return {
        color: {
          default: null,
          parseHTML: (element: HTMLElement) => INKS.find((ink) => ink === element.dataset.ink) ?? null,
          renderHTML: ({ color }: Record<string, unknown>) =>
            color ? { "data-ink": color, style: `color: var(--${color})` } : {},
        },
        fontFamily: {
          default: null,
          parseHTML: (element: HTMLElement) => FONT_FAMILIES.find((font) => font === element.dataset.font) ?? null,
          renderHTML: ({ fontFamily }: Record<string, unknown>) => {
            const font = FONT_FAMILIES.find((known) => known === fontFamily);
            return font ? { class: looks.fonts[font], "data-font": font } : {};
          },
        },
      };
    },
    parseHTML() {
      return [{ tag: "span[data-ink]" }, { tag: "span[data-font]" }];
    },
  });
}

function wash(looks: Looks) {
  return Highlight.extend({
    addAttributes() {
      return {
        color: {
          default: null,
          parseHTML: (element: HTMLElement) => WASHES.find((token) => token === element.dataset.wash) ?? null,
          renderHTML: ({ color }: Record<string, unknown>) =>
            color ? { "data-wash": color, style: `background: var(--${color})` } : {},
        },
      };
    },
    parseHTML() {
      return [{ tag: "mark" }];
    },
    renderHTML({ HTMLAttributes }) {
      return ["mark", mergeAttributes(HTMLAttributes, { class: looks.wash }), 0];
    },
  });
}

/** Pictures of this site. One on another host is a box with its words: the writer's browser asks no other host either. */
function picture(looks: Looks) {
  return Image.extend({
    addAttributes() {
      const size = (name: string) => ({
        default: null,
        parseHTML: (element: HTMLElement) => {
          const pixels = Number(element.getAttribute(name));
          return Number.isInteger(pixels) && pixels > 0 && pixels <= 20_000 ? pixels : null;
        },
      });
      const alt = {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute("alt")?.slice(0, 500) ?? null,
      };
      return { src: { default: null, parseHTML: addressOf }, alt, width: size("width"), height: size("height") };
    },
    parseHTML() {
      const getAttrs = (element: HTMLElement) => {
        const address = addressOf(element);
        return isRichTextImage(address) || isPictureElsewhere(address) ? null : false;
      };
      return ["img[src]", "div[data-picture]"].map((tag) => ({ tag, getAttrs }));
    },
    renderHTML({ HTMLAttributes: { src, alt, width, height } }) {
      if (isRichTextImage(String(src))) return ["img", { src: urlOf(src), alt, width, height }];
      return ["div", { class: looks.pending, "data-picture": src, alt, width, height }, alt || String(src)];
    },
  });
}

function addressOf(element: HTMLElement): string {
  return toStored(element.dataset.picture ?? element.getAttribute("src") ?? "");
}
