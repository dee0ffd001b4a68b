import { Button, Checkbox, FileButton, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { isPictureElsewhere, isRichTextImage } from "../../../lib/richText/address";
import { measurePicture } from "../../../lib/richText/picture";
import { useTranslation } from "../../../lib/texts";
import { toStored, urlOf } from "../../../lib/uploads/pictures";
import { PICTURE_KINDS } from "../../fields/PictureField";
import styles from "../Editor.module.css";
import { putPicture } from "../pictures/useDroppedPictures";
import { runOnEnter } from "../runOnEnter";
import { ToolPopover } from "./ToolPopover";

interface Props {
  editor: Editor;
  onPictures: (files: readonly File[]) => void;
}

export function ImageTool({ editor, onPictures }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isImage = useEditorState({ editor, selector: () => editor.isActive("image") });
  return (
    <ToolPopover
      editor={editor}
      icon="image"
      label={t("editor.image")}
      isActive={isImage}
      isOpen={isOpen}
      setOpen={setOpen}
      width={300}
    >
      <Chooser
        onChoose={(files) => {
          setOpen(false);
          onPictures(files);
        }}
      />
      <ImageForm editor={editor} onDone={() => setOpen(false)} />
    </ToolPopover>
  );
}

/** From this device: the camera too, on a phone. */
function Chooser({ onChoose }: { onChoose: (files: File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton accept={PICTURE_KINDS} multiple onChange={onChoose}>
      {(props) => (
        <Button {...props} variant="light" fullWidth mb="sm">
          {t("upload.choose")}
        </Button>
      )}
    </FileButton>
  );
}

interface FormProps {
  editor: Editor;
  onDone: () => void;
}

function ImageForm({ editor, onDone }: FormProps) {
  const { t } = useTranslation();
  const { values, change, errors, check } = useImageForm(editor);
  const [isBusy, setBusy] = useState(false);
  const handleInsert = async () => {
    if (isBusy || !check()) return;
    setBusy(true);
    const src = toStored(values.address.trim());
    // One on another host is measured when the site has stored it.
    const size = isRichTextImage(src) ? await measurePicture(urlOf(src) ?? "") : {};
    const alt = values.isDecorative ? "" : values.alt.trim();
    putPicture(editor, { src, alt, ...size });
    onDone();
  };
  return (
    <div className={styles.form}>
      <TextInput
        label={t("editor.image.address")}
        error={errors.address}
        value={values.address}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        onChange={(event) => change({ address: event.target.value })}
        onKeyDown={runOnEnter(handleInsert)}
      />
      <TextInput
        label={t("editor.image.alt")}
        description={t("editor.image.altHint")}
        error={errors.alt}
        value={values.alt}
        maxLength={500}
        disabled={values.isDecorative}
        onChange={(event) => change({ alt: event.target.value })}
        onKeyDown={runOnEnter(handleInsert)}
      />
      <Checkbox
        label={t("editor.image.decorative")}
        checked={values.isDecorative}
        onChange={(event) => change({ isDecorative: event.target.checked })}
      />
      <Button loading={isBusy} onClick={handleInsert}>
        {t("editor.image.insert")}
      </Button>
    </div>
  );
}

/** Begins with the picture that is selected, if one is. */
function useImageForm(editor: Editor) {
  const { t } = useTranslation();
  const [values, setValues] = useState(() => {
    const { src = "", alt = "" } = editor.getAttributes("image");
    return { address: String(src ?? ""), alt: String(alt ?? ""), isDecorative: Boolean(src) && !alt };
  });
  const [isChecked, setChecked] = useState(false);
  const address = values.address.trim();
  const isAddressWrong = !isRichTextImage(address) && !isPictureElsewhere(address);
  const isAltMissing = !values.isDecorative && values.alt.trim() === "";
  return {
    values,
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
    errors: {
      address: isChecked && isAddressWrong && t("editor.image.wrong"),
      alt: isChecked && isAltMissing && t("editor.image.altMissing"),
    },
    check: () => {
      setChecked(true);
      return !isAddressWrong && !isAltMissing;
    },
  };
}
