import { lazy, Suspense } from "react";
import type { RichTextNode } from "../lib/richText/schema";
import { useHydrated } from "../lib/useTimeZone";
import styles from "./RichTextEditor.module.css";

export interface RichTextEditorProps {
  /** What the field is called, shown above it by the page and said by screen readers. */
  label: string;
  /** What to begin with. To begin anew with something else, give the component another `key`. */
  initial?: RichTextNode;
  onChange: (document: RichTextNode) => void;
  /** `full` for articles and pages, `small` for posts and replies. */
  form?: "full" | "small";
  id?: string;
  /** The language that is being written, for spelling and for the right fonts. */
  lang?: string;
  placeholder?: string;
  /** Ids of the hint and the error that belong to the field. */
  describedBy?: string;
  isInvalid?: boolean;
  isDisabled?: boolean;
  /** The cursor goes to its end as soon as it has come: for a form that somebody has just opened. */
  isFocused?: boolean;
  /** Ctrl or Command and Enter: send. */
  onSubmit?: () => void;
}

// The editor weighs more than all the rest: it comes when somebody writes, and never to the server.
const Editor = import.meta.env.SSR
  ? null
  : lazy(() => import("./richTextEditor/Editor").then((module) => ({ default: module.Editor })));

/** The field for rich text. Where it will be there is a quiet surface of its size until it is loaded. */
export function RichTextEditor(props: RichTextEditorProps) {
  const isHydrated = useHydrated();
  const blank = <div className={styles.blank} data-form={props.form ?? "full"} aria-hidden="true" />;
  if (!Editor || !isHydrated) return blank;
  return (
    <Suspense fallback={blank}>
      <Editor {...props} />
    </Suspense>
  );
}
