/** Saves a text as a file of the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(`${location.hostname}-${name}`, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
