import { Button, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { toLinkAddress } from "../../../lib/richText/address";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";
import { runOnEnter } from "../runOnEnter";
import { ToolPopover } from "./ToolPopover";

interface Props {
  editor: Editor;
}

export function LinkTool({ editor }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isLink = useEditorState({ editor, selector: () => editor.isActive("link") });
  return (
    <ToolPopover
      editor={editor}
      icon="link"
      label={t("editor.link")}
      isActive={isLink}
      isOpen={isOpen}
      setOpen={setOpen}
      width={300}
    >
      <LinkForm editor={editor} isLink={isLink} onDone={() => setOpen(false)} />
    </ToolPopover>
  );
}

interface FormProps {
  editor: Editor;
  isLink: boolean;
  onDone: () => void;
}

function LinkForm({ editor, isLink, onDone }: FormProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>(() => editor.getAttributes("link").href ?? "");
  const [isWrong, setWrong] = useState(false);
  const handleSet = () => {
    const href = toLinkAddress(address);
    setWrong(href === null);
    if (href === null) return;
    setLink(editor, href);
    onDone();
  };
  const handleRemove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onDone();
  };
  return (
    <div className={styles.form}>
      <TextInput
        label={t("editor.link.address")}
        description={t("editor.link.hint")}
        error={isWrong && t("editor.link.wrong")}
        value={address}
        inputMode="url"
        autoComplete="off"
        data-autofocus
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={runOnEnter(handleSet)}
      />
      <div className={styles.buttons}>
        <Button onClick={handleSet}>{t("editor.link.set")}</Button>
        {isLink && (
          <Button variant="default" onClick={handleRemove}>
            {t("editor.link.remove")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** On the words that are selected or the link at the cursor; with neither, the address itself becomes the words. */
function setLink(editor: Editor, href: string) {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive("link")) {
    const marks = [{ type: "link", attrs: { href } }];
    chain.insertContent({ type: "text", text: href.replace(/^(mailto:|https?:\/\/)/, ""), marks }).run();
    return;
  }
  chain.extendMarkRange("link").setLink({ href }).run();
}
