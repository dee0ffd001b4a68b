import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";
import { type BlockItem, type Choice, INSERTED, isPossible } from "../slash/items";
import { runItem } from "../slash/SlashMenu";
import { Icon } from "./icons";
import { ToolPopover } from "./ToolPopover";

interface Props {
  editor: Editor;
  choices: readonly Choice[];
  onChoice: (choice: Choice) => void;
}

/** The blocks that stand apart, for those who do not type a slash. */
export function InsertTool({ editor, choices, onChoice }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isActive = useEditorState({ editor, selector: () => editor.isActive("callout") || editor.isActive("details") });
  const items = INSERTED.filter((item) => typeof item.run !== "string" || choices.includes(item.run));
  const handleChoice = (item: BlockItem) => {
    setOpen(false);
    runItem(editor, item, onChoice);
  };
  return (
    <ToolPopover
      editor={editor}
      icon="insert"
      label={t("editor.insert")}
      isActive={isActive}
      isOpen={isOpen}
      setOpen={setOpen}
    >
      <div className={styles.items}>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            className={styles.item}
            disabled={!isPossible(item, editor)}
            onClick={() => handleChoice(item)}
          >
            <Icon name={item.icon} />
            {t(item.label)}
          </button>
        ))}
      </div>
    </ToolPopover>
  );
}
