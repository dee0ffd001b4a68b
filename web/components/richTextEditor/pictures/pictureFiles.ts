/** The pictures in a paste or a drop. */

export function picturesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name));
}

/** None beside text: Word and spreadsheets add a picture of the copied text, and the text is what counts. */
export function pastedPictures(transfer: DataTransfer | null): File[] {
  return hasWords(transfer?.getData("text/html") ?? "") ? [] : picturesOf(transfer);
}

function hasWords(html: string): boolean {
  if (!html) return false;
  return (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim() !== "";
}
