/** Opens the browser's dialog for files. Only in an event of the user: browsers open it otherwise never. */
export function chooseFiles(accept: string, isMultiple: boolean, onChoose: (files: File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.multiple = isMultiple;
  input.onchange = () => onChoose([...(input.files ?? [])]);
  input.click();
}
