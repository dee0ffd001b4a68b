import type { RichTextNode } from "../../lib/richText/schema";
import type { PicturePlace } from "../../lib/uploads/upload";

export interface BegunText {
  text: string;
  start: number;
  end: number;
  isFocused: boolean;
  pictures: File[];
}

export interface RichTextEditorProps {
  /** Label of the field, shown above it by the page and read by screen readers. */
  label: string;
  /** The initial document. To start over with another one, give the component another `key`. */
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
  /** A form that is still closed: a field of one line, without tools. `onOpen` runs when it is focused. */
  isClosed?: boolean;
  /** Text typed or dropped into the field that this one replaces, with its selection. */
  begun?: BegunText;
  onOpen?: () => void;
  /** Focuses the end of the text once loaded: for a form that the user has just opened. */
  isFocused?: boolean;
  /** Members can be mentioned; those of this topic are offered first. Left out: they cannot. */
  mentions?: { topic?: string };
  /** Where the pictures and files of the text go. Left out: pictures are public, and there are no files. */
  place?: PicturePlace;
  /** Ctrl or Command and Enter: send. */
  onSubmit?: () => void;
}
