import type { ComponentProps, RefObject } from "react";
import styles from "./RichTextEditor.module.css";

interface Props extends ComponentProps<"textarea"> {
  area: RefObject<HTMLTextAreaElement | null>;
  form?: "full" | "small";
  isClosed?: boolean;
  isInvalid?: boolean;
}

/** The plain text field in the frame of the editor. */
export function PlainField({ area, form, isClosed, isInvalid, ...field }: Props) {
  return (
    <div
      className={styles.plain}
      data-form={form}
      data-closed={isClosed || undefined}
      data-invalid={isInvalid || undefined}
    >
      <div className={styles.strip} aria-hidden="true" />
      <textarea ref={area} className={styles.area} data-uncontrolled="" rows={1} {...field} />
    </div>
  );
}
