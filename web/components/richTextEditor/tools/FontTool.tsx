import { type Editor, useEditorState } from "@tiptap/react";
import { FONT_FAMILIES } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import styles from "../Editor.module.css";

interface Props {
  editor: Editor;
}

export function FontTool({ editor }: Props) {
  const { t } = useTranslation();
  const font = useEditorState({
    editor,
    selector: () => FONT_FAMILIES.find((font) => editor.isActive("textStyle", { fontFamily: font })),
  });
  const handleChange = (value: string) => {
    const fontFamily = FONT_FAMILIES.find((font) => font === value) ?? null;
    editor.chain().focus().setMark("textStyle", { fontFamily }).removeEmptyTextStyle().run();
  };
  const names = {
    serif: t("editor.font.serif"),
    "sans-serif": t("editor.font.sans-serif"),
    monospace: t("editor.font.monospace"),
    cursive: t("editor.font.cursive"),
  };
  return (
    <select
      className={styles.select}
      aria-label={t("editor.font")}
      value={font ?? ""}
      onChange={(event) => handleChange(event.target.value)}
    >
      <option value="">{t("editor.font.default")}</option>
      {FONT_FAMILIES.map((font) => (
        <option key={font} value={font}>
          {names[font]}
        </option>
      ))}
    </select>
  );
}
