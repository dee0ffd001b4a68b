import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { useLang } from "../../lib/context";
import { findLang } from "../../lib/page";
import { isLinkAddress, isRichTextImage } from "../../lib/richText/address";
import { linkToPicture } from "../../lib/richText/linkToPicture";
import { headingIds } from "../../lib/richText/plain";
import type { RichTextMark, RichTextNode } from "../../lib/richText/schema";
import { IN_GALLERY, IN_TEXT, sizeOf, sourceOf, urlOf } from "../../lib/uploads/pictures";
import styles from "./RichText.module.css";
import type { ApartProps, RenderOptions } from "./types";

interface Props {
  document: RichTextNode;
  /** The document's language, where it is not the page's. */
  lang?: string;
  /** Written by members: its links are marked as user-generated for search engines. */
  isMembers?: boolean;
  /** An article or a page: larger text, quotes that stand apart. */
  isLong?: boolean;
}

/** Renders a document; unknown nodes and marks are skipped. */
export function RichText({ document, lang, isMembers = false, isLong = false }: Props) {
  const options: RenderOptions = {
    ids: headingIds(document),
    rel: isMembers ? "ugc nofollow noopener" : "noopener",
    isLong,
  };
  return (
    <div className={isLong ? `${styles.text} ${styles.long}` : styles.text} lang={lang}>
      {renderChildren(document, options)}
    </div>
  );
}

/**
 * Blocks that few texts have. Until their code has arrived, or if it does not, what the server rendered stays as it is:
 * all of it works without a script.
 */
let Apart: ComponentType<ApartProps> = lazy(() =>
  import("./RichTextBlocks").then(
    (module) => ({ default: module.RichTextBlocks }),
    () => new Promise<never>(() => undefined),
  ),
);

/** The server renders in one go. */
export function provideApart(part: ComponentType<ApartProps>): void {
  Apart = part;
}

/** Narrower pictures stay as wide as the text: enlarged they would be blurred. */
const WIDE_FROM = 1000;

function renderChildren(parent: RichTextNode, options: RenderOptions): ReactNode {
  // A document does not change while it is shown, so the place of a node is its identity.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parent.content?.map((node, place) => <Fragment key={place}>{renderNode(node, options)}</Fragment>);
}

/** Nodes and marks that are an element and nothing more. A class of their name may say how they look. */
const TAGS: Record<string, string> = {
  bulletList: "ul",
  listItem: "li",
  blockquote: "blockquote",
  details: "details",
  detailsSummary: "summary",
  horizontalRule: "hr",
  hardBreak: "br",
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  code: "code",
};

function renderNode(node: RichTextNode, options: RenderOptions): ReactNode {
  switch (node.type) {
    case "text":
      return (node.marks ?? []).reduceRight((inner: ReactNode, mark) => renderMark(mark, inner, options), node.text);
    case "paragraph":
      if (node.preview) break;
      return <p className={alignment(node)}>{renderChildren(node, options)}</p>;
    case "heading":
      return renderHeading(node, options);
    case "orderedList":
      return <ol start={Number(node.attrs?.start ?? 1)}>{renderChildren(node, options)}</ol>;
    case "codeBlock":
      return (
        <pre>
          <code>{renderChildren(node, options)}</code>
        </pre>
      );
    case "image":
      return drawImage(node, options);
    case "mention":
      return <Mention node={node} />;
    case "callout":
    case "file":
    case "gallery":
    case "table":
      break;
    default:
      return renderElement(node.type, node.content && renderChildren(node, options));
  }
  return (
    <Suspense>
      <Apart node={node} options={options} render={renderChildren} />
    </Suspense>
  );
}

function renderElement(type: string, inner: ReactNode): ReactNode {
  const tag = TAGS[type];
  return tag ? createElement(tag, { className: styles[type] }, inner) : null;
}

function Mention({ node }: { node: RichTextNode }) {
  const lang = useLang();
  return (
    <Link className={styles.mention} to={pathTo.peoplePerson({ lang, personId: String(node.attrs?.id) })}>
      @{node.attrs?.label}
    </Link>
  );
}

function renderHeading(node: RichTextNode, options: RenderOptions): ReactNode {
  const level = node.attrs?.level;
  const tag = level === 3 ? "h3" : level === 4 ? "h4" : "h2";
  return createElement(tag, { id: options.ids.get(node), className: alignment(node) }, renderChildren(node, options));
}

/** Earlier versions of a text may hold pictures on other hosts: a link to them, so that no reader's browser asks there. */
function drawImage(node: RichTextNode, options: RenderOptions): ReactNode {
  const { src, alt, width, height } = node.attrs ?? {};
  if (typeof src !== "string" || !isRichTextImage(src)) return renderNode(linkToPicture(node), options);
  const natural = Number(sizeOf(src)?.width ?? width ?? 0);
  const picture = (
    <img
      className={options.isLong && natural >= WIDE_FROM ? styles.wide : undefined}
      {...sourceOf(src, options.isGallery ? IN_GALLERY : IN_TEXT)}
      alt={typeof alt === "string" ? alt : ""}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
  // In a gallery pictures are cut to one shape: a press shows one whole. A link needs a name.
  return options.isGallery && alt ? <a href={urlOf(src)}>{picture}</a> : picture;
}

function renderMark(mark: RichTextMark, inner: ReactNode, options: RenderOptions): ReactNode {
  switch (mark.type) {
    case "link":
      return drawLink(String(mark.attrs?.href ?? ""), inner, options.rel);
    case "textStyle":
      return drawStyle(mark, inner);
    case "highlight":
      return (
        <mark className={styles.wash} style={{ background: `var(--${mark.attrs?.color ?? "note-soft"})` }}>
          {inner}
        </mark>
      );
    default:
      return renderElement(mark.type, inner) ?? inner;
  }
}

/** Pages of this site open inside the app; its other addresses (files, feeds) and other sites as whole pages. */
function drawLink(href: string, inner: ReactNode, rel: string): ReactNode {
  if (!isLinkAddress(href)) return inner;
  if (findLang(href)) return <Link to={href}>{inner}</Link>;
  return (
    <a href={href} rel={href.startsWith("/") ? undefined : rel}>
      {inner}
    </a>
  );
}

function drawStyle({ attrs }: RichTextMark, inner: ReactNode): ReactNode {
  const { color, fontFamily } = attrs ?? {};
  return (
    <span className={styles[String(fontFamily)]} style={color ? { color: `var(--${color})` } : undefined}>
      {inner}
    </span>
  );
}

function alignment(node: RichTextNode): string | undefined {
  const align = node.attrs?.textAlign;
  return typeof align === "string" ? styles[align] : undefined;
}
