import { Button } from "@mantine/core";
import { isInTable, selectedRect } from "@tiptap/pm/tables";
import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { MAX_TABLE } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";
import type { ToolSpec } from "./Tool";
import { ToolPopover } from "./ToolPopover";

interface Props {
  editor: Editor;
}

/** Puts a table where the cursor is; within one it offers what can be done with it. */
export function TableTool({ editor }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isInside = useEditorState({ editor, selector: () => isInTable(editor.state) });
  const handleOpen = (isWanted: boolean) => {
    if (isWanted && !isInside) editor.chain().focus().insertTable({ rows: 3, cols: 3 }).run();
    else setOpen(isWanted);
  };
  const handleRemove = () => {
    setOpen(false);
    editor.chain().focus().deleteTable().run();
  };
  return (
    <ToolPopover
      editor={editor}
      icon="table"
      label={t("editor.table")}
      isActive={isInside}
      isOpen={isOpen && isInside}
      setOpen={handleOpen}
      width={300}
    >
      <div className={styles.pairs}>
        {ACTS.map((act) => (
          <ActButton key={act.label} editor={editor} act={act} />
        ))}
        <Button variant="default" onClick={handleRemove}>
          {t("editor.table.remove")}
        </Button>
      </div>
    </ToolPopover>
  );
}

type Act = Pick<ToolSpec, "label" | "run"> & { isPossible: (editor: Editor) => boolean };

const hasRoom = (side: "rows" | "columns") => (editor: Editor) => {
  if (!isInTable(editor.state)) return false;
  const { map } = selectedRect(editor.state);
  return side === "rows" ? map.height < MAX_TABLE.rows : map.width < MAX_TABLE.columns;
};

const ACTS: Act[] = [
  { label: "editor.table.rowAbove", run: (chain) => chain.addRowBefore(), isPossible: hasRoom("rows") },
  { label: "editor.table.rowBelow", run: (chain) => chain.addRowAfter(), isPossible: hasRoom("rows") },
  { label: "editor.table.columnLeft", run: (chain) => chain.addColumnBefore(), isPossible: hasRoom("columns") },
  { label: "editor.table.columnRight", run: (chain) => chain.addColumnAfter(), isPossible: hasRoom("columns") },
  {
    label: "editor.table.removeRow",
    run: (chain) => chain.deleteRow(),
    isPossible: (editor) => editor.can().deleteRow(),
  },
  {
    label: "editor.table.removeColumn",
    run: (chain) => chain.deleteColumn(),
    isPossible: (editor) => editor.can().deleteColumn(),
  },
  {
    label: "editor.table.headRow",
    run: (chain) => chain.toggleHeaderRow(),
    isPossible: (editor) => editor.can().toggleHeaderRow(),
  },
];

/** The panel stays open, so that three presses add three rows. */
function ActButton({ editor, act }: { editor: Editor; act: Act }) {
  const { t } = useTranslation();
  const isPossible = useEditorState({ editor, selector: () => act.isPossible(editor) });
  return (
    <Button variant="default" disabled={!isPossible} onClick={() => act.run(editor.chain()).run()}>
      {t(act.label)}
    </Button>
  );
}
