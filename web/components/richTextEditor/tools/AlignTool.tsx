import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";
import { Icon } from "./icons";
import { ToolPopover } from "./ToolPopover";
import { ALIGN } from "./tools";

interface Props {
  editor: Editor;
}

/** The four alignments behind one button, where there is little room. */
export function AlignTool({ editor }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const current = useEditorState({ editor, selector: () => ALIGN.findIndex((tool) => tool.isActive?.(editor)) });
  return (
    <ToolPopover
      editor={editor}
      icon={ALIGN[current]?.icon ?? "left"}
      label={t("editor.align")}
      isActive={current > 0}
      isOpen={isOpen}
      setOpen={setOpen}
    >
      <div className={styles.items}>
        {ALIGN.map((tool, place) => (
          <button
            key={tool.label}
            type="button"
            className={styles.item}
            aria-pressed={place === current}
            onClick={() => {
              setOpen(false);
              tool.run(editor.chain().focus()).run();
            }}
          >
            <Icon name={tool.icon} />
            {t(tool.label)}
          </button>
        ))}
      </div>
    </ToolPopover>
  );
}
