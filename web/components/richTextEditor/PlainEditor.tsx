import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { isComposing } from "../../lib/forms/composing";
import { fromPlain, toPlain } from "../../lib/richText/plainEdit";
import { EMPTY_DOCUMENT, type RichTextNode, tidyDocument } from "../../lib/richText/schema";
import { PlainField } from "./PlainField";
import type { RichTextEditorProps } from "./types";

interface Props extends RichTextEditorProps {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Receives the untidied document of the field's text: a new empty line at its end is where the caret stands. */
  document: RefObject<RichTextNode>;
  /** The last document that went to `onChange`. Any other `initial` comes from elsewhere and is shown. */
  emitted: RefObject<RichTextNode | undefined>;
  /** Receives pictures that are pasted or dropped; the editor inserts them. */
  pictures: RefObject<File[]>;
}

/**
 * The field before the editor is loaded, rendered by the server as well. Uncontrolled: a value that React assigns would
 * end a composition and move the caret.
 */
export function PlainEditor({ form = "full", ...props }: Props) {
  const { area } = props;
  const { text, read } = usePlainText(props);
  const handleMount = useEffectEvent(() => {
    read();
    // Focused, or a picture dropped, before this field was there.
    const isFocused = area.current !== null && area.current === area.current.ownerDocument.activeElement;
    if (isFocused || props.pictures.current.length > 0) props.onOpen?.();
  });
  useEffect(() => handleMount(), []);

  const { isFocused = false, begun } = props;
  useEffect(() => {
    const field = area.current;
    if (!isFocused || !field || field === field.ownerDocument.activeElement) return;
    field.focus();
    const { start, end } = begun ?? { start: field.value.length, end: field.value.length };
    field.setSelectionRange(start, end);
  }, [isFocused, area, begun]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    props.onSubmit?.();
  };
  return (
    <PlainField
      area={area}
      form={form}
      isClosed={props.isClosed}
      isInvalid={props.isInvalid}
      id={props.id}
      lang={props.lang}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid || undefined}
      placeholder={props.placeholder}
      disabled={props.isDisabled}
      defaultValue={text}
      onChange={read}
      onFocus={props.onOpen}
      onKeyDown={handleKeyDown}
      onPictures={(files) => {
        props.pictures.current.push(...files);
        props.onOpen?.();
      }}
    />
  );
}

function usePlainText({ area, document, emitted, initial, begun: typed, onChange }: Props) {
  // A text that was typed before stays as it is: the caret is a place in it.
  const begun = useRef(typed?.text ? EMPTY_DOCUMENT : document.current);
  const text = useRef(typed?.text || toPlain(begun.current));
  const read = () => {
    const value = area.current?.value ?? "";
    if (value === text.current) return;
    text.current = value;
    document.current = fromPlain(begun.current, value);
    emitted.current = tidyDocument(document.current);
    onChange(emitted.current);
  };
  useEffect(() => {
    if (!initial || initial === emitted.current || !area.current) return;
    emitted.current = initial;
    begun.current = initial;
    document.current = initial;
    text.current = toPlain(initial);
    if (area.current.value !== text.current) area.current.value = text.current;
  }, [initial, emitted, area, document]);
  return { text: text.current, read };
}
