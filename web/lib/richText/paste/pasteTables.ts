/** Tables of other programs: their rows, cells and heading cells stay, and which cells reach across others. */
import { MAX_TABLE } from "../schema";

export function tidyTable(table: HTMLTableElement): void {
  if (table.caption) table.before(within("p", table.caption));
  table.caption?.remove();
  for (const cell of table.querySelectorAll<HTMLTableCellElement>(":scope > thead > tr > td")) makeHead(cell);
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  // One cell alone is a frame around something, as newsletters have it.
  if (cells.length < 2) table.replaceWith(...cells.map((cell) => within("div", cell)));
  else if (table.parentElement?.closest("table, li, blockquote") || !fitSpans(table)) flattenTable(table);
}

/** Sets right how far each cell reaches, and drops rows of nothing. False: the table is larger than we take. */
function fitSpans(table: HTMLTableElement): boolean {
  const rows = [...table.rows];
  const widest = Math.max(...rows.map((row) => row.cells.length));
  const places = rows.map(() => 0);
  for (const [first, row] of rows.entries())
    for (const cell of row.cells) {
      const rest = rows.slice(first).filter((other) => other.parentElement === row.parentElement).length;
      // None at all means "to the end", and more than can be is written where "all of them" is meant.
      const height = Math.min(cell.rowSpan || rest, rest);
      const width = cell.colSpan > MAX_TABLE.columns ? widest : cell.colSpan;
      setSpan(cell, "rowspan", height);
      setSpan(cell, "colspan", width);
      for (let place = first; place < first + height; place++) places[place] = (places[place] ?? 0) + width;
      if (!cell.textContent?.trim() && !cell.querySelector("img")) cell.replaceChildren();
    }
  for (const [place, row] of rows.entries()) if (places[place] === 0) row.remove();
  return table.rows.length <= MAX_TABLE.rows && Math.max(...places) <= MAX_TABLE.columns;
}

function setSpan(cell: HTMLTableCellElement, name: "colspan" | "rowspan", places: number): void {
  if (places > 1) cell.setAttribute(name, String(places));
  else cell.removeAttribute(name);
}

/** Each row becomes a line. */
function flattenTable(table: HTMLTableElement): void {
  const lines = [...table.rows].map((row) => {
    const line = document.createElement("p");
    const cells = [...row.cells].map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim());
    line.textContent = cells.filter(Boolean).join(" | ");
    return line;
  });
  table.replaceWith(...lines.filter((line) => line.textContent));
}

function makeHead(cell: HTMLTableCellElement): void {
  const head = document.createElement("th");
  head.colSpan = cell.colSpan;
  head.rowSpan = cell.rowSpan;
  head.append(...cell.childNodes);
  cell.replaceWith(head);
}

function within(tag: string, element: Element): HTMLElement {
  const outer = document.createElement(tag);
  outer.append(...element.childNodes);
  return outer;
}
