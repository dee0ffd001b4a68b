/** Blocks of a text that stand apart: tables, galleries, callouts, files and previews of links. */
import { createElement, type ReactNode, useState } from "react";
import { useLang } from "../../lib/context";
import { formatSize } from "../../lib/format/size";
import type { RichTextNode } from "../../lib/richText/schema";
import { urlOf } from "../../lib/uploads/pictures";
import styles from "./RichText.module.css";
import type { ApartProps } from "./types";

export function RichTextBlocks(props: ApartProps) {
  const { node, options, render } = props;
  switch (node.type) {
    case "callout":
      return (
        <div role="note" className={styles.callout} data-callout={node.attrs?.kind}>
          {render(node, options)}
        </div>
      );
    case "gallery":
      return <div className={styles.gallery}>{render(node, { ...options, isGallery: true })}</div>;
    case "file":
      return <File node={node} />;
    case "paragraph":
      return <Preview preview={node.preview ?? {}} rel={options.rel} />;
    default:
      return <Table {...props} />;
  }
}

interface PreviewProps {
  preview: Record<string, string>;
  rel: string;
}

/** A link with what its page says about itself. All of it is on this site: no other host is asked. */
function Preview({ preview, rel }: PreviewProps) {
  const { href, title, description, host, picture, player } = preview;
  return (
    <div className={styles.preview}>
      <a href={href} rel={rel}>
        {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
        <span>
          <bdi>
            <b>{title}</b>
          </bdi>
          {description && <bdi>{description}</bdi>}
          <small>{host}</small>
        </span>
      </a>
      {player && <Player preview={preview} />}
    </div>
  );
}

/** The video's host is asked after a press alone, and the sentence beside the button says so. */
function Player({ preview: { player, play, contacts, title } }: Pick<PreviewProps, "preview">) {
  const [isOn, setOn] = useState(false);
  if (isOn) return <iframe className={styles.player} src={player} title={title} allow="fullscreen" allowFullScreen />;
  return (
    <p className={styles.play}>
      <button type="button" onClick={() => setOn(true)}>
        {play}
      </button>
      <small>{contacts}</small>
    </p>
  );
}

/** A download that the site answers with the reader's rights. */
function File({ node: { attrs } }: { node: RichTextNode }) {
  const lang = useLang();
  const name = String(attrs?.name);
  return (
    <a className={styles.file} href={`${urlOf(String(attrs?.src))}?download=${encodeURIComponent(name)}`}>
      <bdi>{name}</bdi> <small>{formatSize(lang, Number(attrs?.size))}</small>
    </a>
  );
}

/** A table wider than the page scrolls within itself, by touch or by keyboard when focused. */
function Table({ node, options, render }: ApartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={styles.table} tabIndex={0}>
      <table>
        <tbody>
          {node.content?.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is shown
            <tr key={place}>{row.content?.map((cell, at) => renderCell(cell, row, at, render(cell, options)))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderCell(cell: RichTextNode, row: RichTextNode, place: number, inner: ReactNode): ReactNode {
  const isHead = cell.type === "tableHeader";
  const isHeadRow = row.content?.every((other) => other.type === "tableHeader");
  const attributes = {
    key: place,
    colSpan: cell.attrs?.colspan ?? undefined,
    rowSpan: cell.attrs?.rowspan ?? undefined,
    scope: isHead ? (isHeadRow ? "col" : "row") : undefined,
  };
  return createElement(isHead ? "th" : "td", attributes, inner);
}
