import type { ClipboardEvent, ComponentProps, DragEvent, RefObject } from "react";
import { pastedPictures, picturesOf } from "./pictures/pictureFiles";
import styles from "./RichTextEditor.module.css";

interface Props extends ComponentProps<"textarea"> {
  area: RefObject<HTMLTextAreaElement | null>;
  form?: "full" | "small";
  isClosed?: boolean;
  isInvalid?: boolean;
  /** Pictures that are pasted or dropped. */
  onPictures: (files: readonly File[]) => void;
}

/** The plain text field in the frame of the editor. */
export function PlainField({ area, form, isClosed, isInvalid, onPictures, ...field }: Props) {
  const take = (event: ClipboardEvent | DragEvent, files: readonly File[]) => {
    if (files.length === 0) return;
    // A dropped file would replace the page.
    event.preventDefault();
    onPictures(files);
  };
  return (
    <div
      className={styles.plain}
      data-form={form}
      data-closed={isClosed || undefined}
      data-invalid={isInvalid || undefined}
    >
      <div className={styles.strip} aria-hidden="true" />
      <textarea
        ref={area}
        className={styles.area}
        data-uncontrolled=""
        rows={1}
        onPaste={(event) => take(event, pastedPictures(event.clipboardData))}
        onDrop={(event) => take(event, picturesOf(event.dataTransfer))}
        {...field}
      />
    </div>
  );
}
