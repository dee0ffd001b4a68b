import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { findLang } from "../lib/page";
import { isLinkAddress, isRichTextImage } from "../lib/richText/address";
import { headingIds } from "../lib/richText/plain";
import type { RichTextMark, RichTextNode } from "../lib/richText/schema";
import { IN_TEXT, sourceOf } from "../lib/uploads/pictures";
import styles from "./RichText.module.css";

interface Props {
  document: RichTextNode;
  /** The document's language, where it is not the page's. */
  lang?: string;
  /** Written by members: search engines are told that we do not vouch for its links. */
  isMembers?: boolean;
}

/** Draws a document, and of it only the nodes and marks that we know. */
export function RichText({ document, lang, isMembers = false }: Props) {
  const draw: Draw = { ids: headingIds(document), rel: isMembers ? "ugc nofollow noopener" : "noopener" };
  return (
    <div className={styles.text} lang={lang}>
      {drawAll(document, draw)}
    </div>
  );
}

interface Draw {
  ids: Map<RichTextNode, string>;
  rel: string;
}

function drawAll(parent: RichTextNode, draw: Draw): ReactNode {
  // A document does not change while it is shown, so the place of a node is its identity.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parent.content?.map((node, place) => <Fragment key={place}>{drawNode(node, draw)}</Fragment>);
}

function drawNode(node: RichTextNode, draw: Draw): ReactNode {
  switch (node.type) {
    case "text":
      return (node.marks ?? []).reduceRight((inner: ReactNode, mark) => drawMark(mark, inner, draw), node.text);
    case "paragraph":
      return <p className={alignment(node)}>{drawAll(node, draw)}</p>;
    case "heading":
      return drawHeading(node, draw);
    case "bulletList":
      return <ul>{drawAll(node, draw)}</ul>;
    case "orderedList":
      return <ol start={Number(node.attrs?.start ?? 1)}>{drawAll(node, draw)}</ol>;
    case "listItem":
      return <li>{drawAll(node, draw)}</li>;
    case "blockquote":
      return <blockquote>{drawAll(node, draw)}</blockquote>;
    case "codeBlock":
      return (
        <pre>
          <code>{drawAll(node, draw)}</code>
        </pre>
      );
    case "image":
      return drawImage(node);
    case "table":
      return drawTable(node, draw);
    case "horizontalRule":
      return <hr />;
    case "hardBreak":
      return <br />;
    default:
      return null;
  }
}

function drawHeading(node: RichTextNode, draw: Draw): ReactNode {
  const level = node.attrs?.level;
  const tag = level === 3 ? "h3" : level === 4 ? "h4" : "h2";
  return createElement(tag, { id: draw.ids.get(node), className: alignment(node) }, drawAll(node, draw));
}

/** Wider than the page, it is pushed within itself: with a finger, or by the keyboard once it has the focus. */
function drawTable(table: RichTextNode, draw: Draw): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={styles.table} tabIndex={0}>
      <table>
        <tbody>
          {table.content?.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see drawAll
            <tr key={place}>{row.content?.map((cell, at) => drawCell(cell, row, at, draw))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawCell(cell: RichTextNode, row: RichTextNode, place: number, draw: Draw): ReactNode {
  const isHead = cell.type === "tableHeader";
  const isHeadRow = row.content?.every((other) => other.type === "tableHeader");
  const attributes = {
    key: place,
    colSpan: cell.attrs?.colspan ?? undefined,
    rowSpan: cell.attrs?.rowspan ?? undefined,
    scope: isHead ? (isHeadRow ? "col" : "row") : undefined,
  };
  return createElement(isHead ? "th" : "td", attributes, drawAll(cell, draw));
}

function drawImage(node: RichTextNode): ReactNode {
  const { src, alt, width, height } = node.attrs ?? {};
  if (typeof src !== "string" || !isRichTextImage(src)) return null;
  return (
    <img
      {...sourceOf(src, IN_TEXT)}
      alt={typeof alt === "string" ? alt : ""}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}

function drawMark(mark: RichTextMark, inner: ReactNode, draw: Draw): ReactNode {
  switch (mark.type) {
    case "bold":
      return <strong>{inner}</strong>;
    case "italic":
      return <em>{inner}</em>;
    case "underline":
      return <u>{inner}</u>;
    case "strike":
      return <s>{inner}</s>;
    case "code":
      return <code>{inner}</code>;
    case "link":
      return drawLink(String(mark.attrs?.href ?? ""), inner, draw.rel);
    case "textStyle":
      return drawStyle(mark, inner);
    case "highlight":
      return (
        <mark className={styles.wash} style={{ "--wash": mark.attrs?.color ?? "#ffec99" }}>
          {inner}
        </mark>
      );
    default:
      return inner;
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

function drawStyle(mark: RichTextMark, inner: ReactNode): ReactNode {
  const { color, fontFamily } = mark.attrs ?? {};
  const font = typeof fontFamily === "string" ? styles[fontFamily] : undefined;
  if (!color) return <span className={font}>{inner}</span>;
  return (
    <span className={[styles.ink, font].filter(Boolean).join(" ")} style={{ "--ink": color }}>
      {inner}
    </span>
  );
}

function alignment(node: RichTextNode): string | undefined {
  const align = node.attrs?.textAlign;
  return typeof align === "string" ? styles[align] : undefined;
}
