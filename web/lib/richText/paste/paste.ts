import { toStored } from "../../uploads/pictures";
import { tidyTable } from "./pasteTables";

/**
 * Text from another program brings its words, headings, lists, tables, links, pictures and what is bold or slanted,
 * without its appearance. Word writes lists as paragraphs with numbers, Google Docs wraps everything in a `b` that is
 * not bold, WeChat hides the addresses of pictures, and all of them say by style what elements say elsewhere.
 */

const ALLOWED_ATTRIBUTES = new Set(["href", "src", "alt", "width", "height", "start", "colspan", "rowspan"]);
const GONE =
  "br.Apple-interchange-newline, style, script, meta, link, title, head, xml, noscript, template, [hidden], [aria-hidden=true]";
const WORDS_OF_STYLE: [RegExp, string][] = [
  [/font-weight:\s*(bold|[6-9]00)/i, "strong"],
  [/font-style:\s*italic/i, "em"],
  [/text-decoration[^;]*:[^;]*line-through/i, "s"],
];

/** The same, as the editor is to read it. Content copied within an editor of this site (ProseMirror marks it) stays whole. */
export function plainPaste(html: string): string {
  if (html.includes("data-pm-slice")) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  dropWhatIsNotShown(body);
  gatherWordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>("p.MsoTitle")) rename(element, "h2");
  // Word on the web says by role what is a heading.
  for (const line of body.querySelectorAll<HTMLElement>("p[role=heading]"))
    rename(line, `h${Math.min(3, Number(line.ariaLevel) || 2)}`);
  for (const table of body.querySelectorAll("table")) tidyTable(table);
  for (const picture of body.querySelectorAll("img")) findPicture(picture);
  for (const link of body.querySelectorAll("a")) unwrapLink(link);
  // From the inside out, so that what is renamed has been looked at.
  for (const element of [...body.querySelectorAll<HTMLElement>("*")].reverse()) tidyElement(element);
  return body.innerHTML;
}

function dropWhatIsNotShown(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
  for (const element of body.querySelectorAll(GONE)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>("[style]"))
    if (/display:\s*none|mso-hide:\s*all/i.test(styleOf(element))) element.remove();
}

/** Paragraphs that Word means as a list: the level stands in their style, the number in a span to be ignored. */
function gatherWordLists(body: HTMLElement): void {
  const open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const line of body.querySelectorAll<HTMLElement>("p[style*='mso-list'], h1, h2, h3, h4, h5, h6, p")) {
    const level = Number(/mso-list:[^;]*level(\d)/i.exec(styleOf(line))?.[1] ?? 0);
    if (level === 0 || line.closest("li")) continue;
    if (line.previousElementSibling !== last || !last) open.length = 0;
    const marker = [...line.querySelectorAll<HTMLElement>("span")].find((span) =>
      /mso-list:\s*ignore/i.test(styleOf(span)),
    );
    const tag = /^\s*(\d+|[a-z]|[ivx]+)[.)]/i.test(marker?.textContent ?? "") ? "ol" : "ul";
    marker?.remove();
    open.length = Math.min(open.length, level);
    while (open.length < level) open.push(openList(tag, open.at(-1), line));
    const item = document.createElement("li");
    item.append(...line.childNodes);
    open.at(-1)?.append(item);
    line.remove();
    last = open[0] ?? null;
  }
}

function openList(tag: "ol" | "ul", parent: HTMLElement | undefined, line: HTMLElement): HTMLElement {
  const list = document.createElement(tag);
  const host = parent?.lastElementChild ?? parent;
  if (host) host.append(list);
  else line.before(list);
  return list;
}

function findPicture(picture: HTMLImageElement): void {
  const address = toStored(picture.dataset.src ?? picture.getAttribute("src") ?? "");
  // Pictures of the other program's own machine cannot be reached from anywhere.
  if (/^https:\/\//i.test(address) || address.startsWith("/storage/")) picture.setAttribute("src", address);
  else picture.remove();
  // A picture is a block of its own: a paragraph with nothing else in it would stay behind, empty.
  const line = picture.closest("p");
  if (line && !line.textContent?.trim()) line.replaceWith(...line.querySelectorAll("img"));
}

/** Through Google and Facebook lead addresses that say where they really go. */
function unwrapLink(link: HTMLAnchorElement): void {
  try {
    const { hostname, pathname, searchParams } = new URL(link.getAttribute("href") ?? "");
    const isDetour = (/(^|\.)google\.\w+$/.test(hostname) && pathname === "/url") || hostname === "l.facebook.com";
    const goal = isDetour ? (searchParams.get("q") ?? searchParams.get("url") ?? searchParams.get("u")) : null;
    if (goal) link.setAttribute("href", goal);
  } catch {
    // A place in the same page, or nothing.
    link.replaceWith(...link.childNodes);
  }
}

function tidyElement(element: HTMLElement): void {
  const style = styleOf(element);
  const isHeading = element.closest("h1, h2, h3, h4, h5, h6") !== null;
  for (const name of element.getAttributeNames()) if (!ALLOWED_ATTRIBUTES.has(name)) element.removeAttribute(name);
  const isPlainBold =
    /^(B|STRONG)$/.test(element.tagName) && (/font-weight:\s*(normal|[1-5]00)/i.test(style) || isHeading);
  if (/^(MARK|FONT|SPAN|O:P)$/.test(element.tagName) || isPlainBold) {
    const wishes = isHeading ? [] : WORDS_OF_STYLE.filter(([pattern]) => pattern.test(style));
    const inside = wishes.reduce<Node[]>((nodes, [, tag]) => [wrap(nodes, tag)], [...element.childNodes]);
    element.replaceWith(...inside);
  } else if (element.tagName === "P" && !element.textContent?.trim() && !element.querySelector("img")) element.remove();
}

function wrap(nodes: Node[], tag: string): HTMLElement {
  const outer = document.createElement(tag);
  outer.append(...nodes);
  return outer;
}

function rename(element: HTMLElement, tag: string): void {
  element.replaceWith(wrap([...element.childNodes], tag));
}

function styleOf(element: Element): string {
  return element.getAttribute("style") ?? "";
}
