import { RichTextEditor as Frame } from "@mantine/tiptap";
import type { Editor } from "@tiptap/react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "../../lib/texts";
import styles from "./Editor.module.css";
import type { Choice } from "./slash/items";
import { AlignTool } from "./tools/AlignTool";
import { BlockTool } from "./tools/BlockTool";
import { ColourTool } from "./tools/ColourTool";
import { FontTool } from "./tools/FontTool";
import { ImageTool } from "./tools/ImageTool";
import { InsertTool } from "./tools/InsertTool";
import { LinkTool } from "./tools/LinkTool";
import { TableTool } from "./tools/TableTool";
import { Tool, type ToolSpec } from "./tools/Tool";
import * as tools from "./tools/tools";

interface Props {
  editor: Editor;
  form: "full" | "small";
  /** Pictures of this device, to be uploaded and inserted. */
  onPictures: (files: readonly File[]) => void;
  choices: readonly Choice[];
  onChoice: (choice: Choice) => void;
}

export function Toolbar({ editor, form, onPictures, ...choice }: Props) {
  const { t } = useTranslation();
  const draw = (specs: ToolSpec[]) => specs.map((tool) => <Tool key={tool.label} editor={editor} tool={tool} />);
  const isFull = form === "full";
  return (
    <Frame.Toolbar
      className={styles.toolbar}
      data-form={form}
      role="toolbar"
      aria-label={t("editor.toolbar")}
      onKeyDown={moveAlong}
      sticky={isFull}
      stickyOffset="var(--header-height, 0px)"
    >
      <Frame.ControlsGroup>
        <BlockTool editor={editor} />
        {isFull && <FontTool editor={editor} />}
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        {draw([tools.BOLD, tools.ITALIC, tools.UNDERLINE, ...(isFull ? [tools.STRIKE] : [])])}
        <ColourTool editor={editor} of="ink" />
        {isFull && <ColourTool editor={editor} of="wash" />}
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>{draw([tools.BULLETS, tools.NUMBERS])}</Frame.ControlsGroup>
      <Frame.ControlsGroup>{isFull ? draw(tools.ALIGN) : <AlignTool editor={editor} />}</Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <LinkTool editor={editor} />
        <ImageTool editor={editor} onPictures={onPictures} />
        <TableTool editor={editor} />
        {draw([tools.QUOTE, tools.CODE])}
        <InsertTool editor={editor} {...choice} />
      </Frame.ControlsGroup>
      {isFull && <Frame.ControlsGroup>{draw([tools.CLEAR, tools.UNDO, tools.REDO])}</Frame.ControlsGroup>}
    </Frame.Toolbar>
  );
}

/** The arrow keys walk along the toolbar, as they do in every toolbar. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled), select")];
  const place = controls.indexOf(event.target);
  if (place < 0) return;
  controls[(place + step + controls.length) % controls.length]?.focus();
  event.preventDefault();
}
