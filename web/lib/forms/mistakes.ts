/**
 * Goes to the first wrong field of a form, once React has marked it: opens the folded part that it stands in, and gives it
 * the focus, which also brings it into view.
 */
export function focusFirstMistake(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>("[aria-invalid='true']");
    for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details")) part.open = true;
    field?.focus();
  });
}
