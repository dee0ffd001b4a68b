import { type Editor, useEditorState } from "@tiptap/react";
import { useState } from "react";
import { INKS, WASHES } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";
import { ToolPopover } from "./ToolPopover";

interface Props {
  editor: Editor;
  of: "ink" | "wash";
}

const apply = {
  ink: (editor: Editor, color: string | null) =>
    editor.chain().focus().setMark("textStyle", { color }).removeEmptyTextStyle().run(),
  wash: (editor: Editor, color: string | null) =>
    color ? editor.chain().focus().setHighlight({ color }).run() : editor.chain().focus().unsetHighlight().run(),
};

export function ColourTool({ editor, of }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const colours = useColours(of);
  const mark = of === "ink" ? "textStyle" : "highlight";
  const current = useEditorState({ editor, selector: () => editor.getAttributes(mark).color });
  const label = of === "ink" ? t("editor.ink") : t("editor.wash");
  const handleChoice = (colour: string | null) => {
    setOpen(false);
    apply[of](editor, colour);
  };
  return (
    <ToolPopover editor={editor} icon={of} label={label} isActive={Boolean(current)} isOpen={isOpen} setOpen={setOpen}>
      <div className={styles.colours}>
        {colours.map(({ colour, name }) => (
          <button
            key={colour}
            type="button"
            className={styles.colour}
            style={{ "--colour": `var(--${colour})` }}
            aria-label={name}
            title={name}
            aria-pressed={current === colour}
            onClick={() => handleChoice(colour)}
          />
        ))}
        <button type="button" className={styles.plain} onClick={() => handleChoice(null)}>
          {t("editor.colour.none")}
        </button>
      </div>
    </ToolPopover>
  );
}

function useColours(of: "ink" | "wash"): { colour: string; name: string }[] {
  const { t } = useTranslation();
  const names = [
    t("editor.colour.accent"),
    t("editor.colour.warm"),
    t("editor.colour.green"),
    t("editor.colour.yellow"),
    t("editor.colour.red"),
  ];
  const inks = [...names, t("editor.colour.grey")];
  const [colours, words] = of === "ink" ? [INKS, inks] : [WASHES, names];
  return colours.map((colour, place) => ({ colour, name: words[place] ?? colour }));
}
