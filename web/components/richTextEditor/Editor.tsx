import "@mantine/tiptap/styles.css";
import { RichTextEditor as Frame } from "@mantine/tiptap";
import { type Editor as Instance, useEditor } from "@tiptap/react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isComposing } from "../../lib/forms/composing";
import { createExtensions } from "../../lib/richText/extensions";
import { plainPaste } from "../../lib/richText/paste/paste";
import { EMPTY_DOCUMENT, type RichTextNode, tidyDocument } from "../../lib/richText/schema";
import { useTranslation } from "../../lib/texts";
import { FailureNotice } from "../feedback/FailureNotice";
import text from "../richText/RichText.module.css";
import { FileDialog } from "./blocks/FileDialog";
import { choicesAt, putFile, useBlocks } from "./blocks/useBlocks";
import styles from "./Editor.module.css";
import { MantineTheme } from "./MantineTheme";
import { MentionList } from "./mentions/MentionList";
import { PictureDialog } from "./PictureDialog";
import { putInGallery, putPicture, useDroppedPictures } from "./pictures/useDroppedPictures";
import { usePicturesElsewhere } from "./pictures/usePicturesElsewhere";
import { SlashMenu } from "./slash/SlashMenu";
import { Toolbar } from "./Toolbar";
import type { RichTextEditorProps } from "./types";

const LOOKS = {
  wash: text.wash,
  table: text.table,
  blocks: {
    gallery: text.gallery,
    callout: text.callout,
    details: text.details,
    summary: text.detailsSummary,
    file: text.file,
  },
  mention: text.mention,
  pending: styles.pending,
  fonts: {
    serif: text.serif,
    "sans-serif": text["sans-serif"],
    monospace: text.monospace,
    cursive: text.cursive,
  },
};

export { takeOver } from "./takeOver";

export interface LoadedEditorProps extends RichTextEditorProps {
  /** Hidden behind the plain text field until it takes over. */
  isWaiting: boolean;
  /** The last document that went to `onChange`. Any other `initial` comes from elsewhere and is shown. */
  emitted: RefObject<RichTextNode | undefined>;
  /** Pasted or dropped into the plain text field: inserted after it takes over. */
  begunPictures: RefObject<File[]>;
  onReady: (editor: Instance) => void;
}

export function Editor({ form = "full", ...props }: LoadedEditorProps) {
  const pictures = useDroppedPictures();
  const editor = useRichTextEditor(props, pictures.handlers);
  const { current } = pictures;
  const { isWaiting, begunPictures } = props;
  const insertBegun = useEffectEvent(() => pictures.add(begunPictures.current.splice(0)));
  useEffect(() => {
    if (editor && !isWaiting) insertBegun();
  }, [editor, isWaiting]);
  const blocks = useBlocks(pictures);
  const choice = { choices: choicesAt(props.place), onChoice: blocks.handleChoice };
  const elsewhere = usePicturesElsewhere(props.isWaiting ? null : editor, props.place);
  const { t } = useTranslation();
  return (
    <MantineTheme>
      <Frame
        editor={editor}
        withTypographyStyles={false}
        className={styles.frame}
        data-form={form}
        data-invalid={props.isInvalid || undefined}
      >
        {editor && <Toolbar editor={editor} form={form} onPictures={pictures.add} {...choice} />}
        <Frame.Content className={`${styles.surface} ${text.text}`} />
      </Frame>
      {editor && props.mentions && !isWaiting && <MentionList editor={editor} topic={props.mentions.topic} />}
      {editor && !isWaiting && <SlashMenu editor={editor} {...choice} />}
      <p role="status" className="small soft">
        {elsewhere.isFetching && t("editor.image.fetching")}
      </p>
      <FailureNotice failure={elsewhere.failure} />
      {editor && current && (
        <PictureDialog
          key={current.id}
          file={current.file}
          lang={props.lang}
          place={props.place}
          onInsert={(attrs) => {
            if (current.isGallery) putInGallery(editor, attrs);
            else putPicture(editor, attrs, current.at);
            pictures.follow();
          }}
          onClose={pictures.next}
        />
      )}
      {editor && blocks.file && (
        <FileDialog
          key={blocks.file.name}
          file={blocks.file}
          onInsert={(attrs) => {
            putFile(editor, attrs);
            blocks.close();
          }}
          onAgain={() => blocks.handleChoice("file")}
          onClose={blocks.close}
        />
      )}
    </MantineTheme>
  );
}

type Handlers = ReturnType<typeof useDroppedPictures>["handlers"];
type EditorProps = Omit<LoadedEditorProps, "form">;

function useRichTextEditor(props: EditorProps, handlers: Handlers) {
  const {
    initial,
    onChange,
    placeholder = "",
    isDisabled = false,
    isFocused = false,
    onSubmit,
    emitted,
    isWaiting,
  } = props;
  const [extensions] = useState(() => createExtensions(LOOKS, placeholder));
  // Read by TipTap in a later task, in which a field may have been taken over already, with its selection.
  const [autofocus] = useState(isFocused && !isWaiting ? ("end" as const) : false);
  const attributes = surfaceAttributes(props);
  const editor = useEditor({
    extensions,
    content: initial?.content?.length ? initial : EMPTY_DOCUMENT,
    editable: !isDisabled,
    autofocus,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes,
      transformPastedHTML: plainPaste,
      ...handlers,
      handleKeyDown: (_view, event) => {
        // While a word is being composed, Enter belongs to the input method.
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return false;
        onSubmit?.();
        return onSubmit !== undefined;
      },
    },
    onUpdate: ({ editor }) => {
      emitted.current = read(editor);
      onChange(emitted.current);
    },
  });
  const described = JSON.stringify(attributes);
  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes: JSON.parse(described) } });
  }, [editor, described]);
  useEffect(() => {
    if (!editor || isWaiting || !initial || initial === emitted.current) return;
    emitted.current = initial;
    if (JSON.stringify(read(editor)) === JSON.stringify(tidyDocument(initial))) return;
    editor.commands.setContent(initial, { emitUpdate: false });
  }, [editor, isWaiting, initial, emitted]);
  const handleReady = useEffectEvent(props.onReady);
  useEffect(() => {
    if (editor) handleReady(editor);
  }, [editor]);
  return editor;
}

const read = (editor: Instance) => tidyDocument(editor.getJSON() as RichTextNode);

function surfaceAttributes(props: EditorProps): Record<string, string> {
  return {
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": props.label,
    ...(props.id && !props.isWaiting && { id: props.id }),
    ...(props.lang && { lang: props.lang }),
    ...(props.describedBy && { "aria-describedby": props.describedBy }),
    ...(props.isInvalid && { "aria-invalid": "true" }),
  };
}
