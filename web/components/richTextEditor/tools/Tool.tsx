import { RichTextEditor as Frame } from "@mantine/tiptap";
import { type Editor, useEditorState } from "@tiptap/react";
import { useTranslation } from "../../../lib/texts";
import { Icon, type IconName } from "./icons";

type Chain = ReturnType<Editor["chain"]>;

/** A button of the toolbar: its sign, the name of its text, what it does and whether that holds at the cursor. */
export interface ToolSpec {
  icon: IconName;
  label: string;
  run: (chain: Chain) => Chain;
  isActive?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
}

interface Props {
  editor: Editor;
  tool: ToolSpec;
}

export function Tool({ editor, tool }: Props) {
  const { t } = useTranslation();
  const { active, possible } = useEditorState({
    editor,
    selector: () => ({ active: tool.isActive?.(editor) ?? false, possible: tool.isPossible?.(editor) ?? true }),
  });
  return (
    <Frame.Control
      active={active}
      disabled={!possible}
      aria-label={t(tool.label)}
      title={t(tool.label)}
      onClick={() => tool.run(editor.chain().focus()).run()}
    >
      <Icon name={tool.icon} />
    </Frame.Control>
  );
}
