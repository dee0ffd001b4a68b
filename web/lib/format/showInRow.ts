/** Scrolls a row sideways until one of its items is in sight. The page itself does not move. */
export function showInRow(row: HTMLElement | null, item: HTMLElement | null | undefined): void {
  if (!row || !item) return;
  const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
