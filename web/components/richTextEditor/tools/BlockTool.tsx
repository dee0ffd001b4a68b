import { type Editor, useEditorState } from "@tiptap/react";
import { HEADING_LEVELS } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";

interface Props {
  editor: Editor;
}

/** Text or a heading. A native select, because phones open it well. */
export function BlockTool({ editor }: Props) {
  const { t } = useTranslation();
  const level = useEditorState({
    editor,
    selector: () => HEADING_LEVELS.find((level) => editor.isActive("heading", { level })),
  });
  const handleChange = (value: string) => {
    const wanted = HEADING_LEVELS.find((level) => String(level) === value);
    const chain = editor.chain().focus();
    if (wanted) chain.setHeading({ level: wanted }).run();
    else chain.setParagraph().run();
  };
  const names = { 2: t("editor.block.heading2"), 3: t("editor.block.heading3"), 4: t("editor.block.heading4") };
  return (
    <select
      className={styles.select}
      aria-label={t("editor.block")}
      value={level ?? ""}
      onChange={(event) => handleChange(event.target.value)}
    >
      <option value="">{t("editor.block.paragraph")}</option>
      {HEADING_LEVELS.map((level) => (
        <option key={level} value={level}>
          {names[level]}
        </option>
      ))}
    </select>
  );
}
