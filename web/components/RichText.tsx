import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "../generated/paths";
import { useLang } from "../lib/context";
import { findLang } from "../lib/page";
import { isLinkAddress, isRichTextImage } from "../lib/richText/address";
import { headingIds } from "../lib/richText/plain";
import { linkToPicture, type RichTextMark, type RichTextNode } from "../lib/richText/schema";
import { IN_TEXT, sizeOf, sourceOf } from "../lib/uploads/pictures";
import styles from "./RichText.module.css";

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

interface RenderOptions {
  ids: Map<RichTextNode, string>;
  rel: string;
  isLong: boolean;
}

/** Narrower pictures stay as wide as the text: enlarged they would be blurred. */
const WIDE_FROM = 1000;

function renderChildren(parent: RichTextNode, options: RenderOptions): ReactNode {
  // A document does not change while it is shown, so the place of a node is its identity.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parent.content?.map((node, place) => <Fragment key={place}>{renderNode(node, options)}</Fragment>);
}

function renderNode(node: RichTextNode, options: RenderOptions): ReactNode {
  switch (node.type) {
    case "text":
      return (node.marks ?? []).reduceRight((inner: ReactNode, mark) => renderMark(mark, inner, options), node.text);
    case "paragraph":
      return <p className={alignment(node)}>{renderChildren(node, options)}</p>;
    case "heading":
      return renderHeading(node, options);
    case "bulletList":
      return <ul>{renderChildren(node, options)}</ul>;
    case "orderedList":
      return <ol start={Number(node.attrs?.start ?? 1)}>{renderChildren(node, options)}</ol>;
    case "listItem":
      return <li>{renderChildren(node, options)}</li>;
    case "blockquote":
      return <blockquote>{renderChildren(node, options)}</blockquote>;
    case "codeBlock":
      return (
        <pre>
          <code>{renderChildren(node, options)}</code>
        </pre>
      );
    case "image":
      return drawImage(node, options);
    case "table":
      return renderTable(node, options);
    case "horizontalRule":
      return <hr />;
    case "hardBreak":
      return <br />;
    case "mention":
      return <Mention node={node} />;
    default:
      return null;
  }
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

/** A table wider than the page scrolls within itself, by touch or by keyboard when focused. */
function renderTable(table: RichTextNode, options: RenderOptions): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={styles.table} tabIndex={0}>
      <table>
        <tbody>
          {table.content?.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see renderChildren
            <tr key={place}>{row.content?.map((cell, at) => renderCell(cell, row, at, options))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderCell(cell: RichTextNode, row: RichTextNode, place: number, options: RenderOptions): ReactNode {
  const isHead = cell.type === "tableHeader";
  const isHeadRow = row.content?.every((other) => other.type === "tableHeader");
  const attributes = {
    key: place,
    colSpan: cell.attrs?.colspan ?? undefined,
    rowSpan: cell.attrs?.rowspan ?? undefined,
    scope: isHead ? (isHeadRow ? "col" : "row") : undefined,
  };
  return createElement(isHead ? "th" : "td", attributes, renderChildren(cell, options));
}

/** Earlier versions of a text may hold pictures on other hosts: a link to them, so that no reader's browser asks there. */
function drawImage(node: RichTextNode, options: RenderOptions): ReactNode {
  const { src, alt, width, height } = node.attrs ?? {};
  if (typeof src !== "string" || !isRichTextImage(src)) return renderNode(linkToPicture(node), options);
  const natural = Number(sizeOf(src)?.width ?? width ?? 0);
  return (
    <img
      className={options.isLong && natural >= WIDE_FROM ? styles.wide : undefined}
      {...sourceOf(src, IN_TEXT)}
      alt={typeof alt === "string" ? alt : ""}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}

function renderMark(mark: RichTextMark, inner: ReactNode, options: RenderOptions): ReactNode {
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
      return drawLink(String(mark.attrs?.href ?? ""), inner, options.rel);
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
