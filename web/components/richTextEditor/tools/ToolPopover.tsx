import { Popover } from "@mantine/core";
import { RichTextEditor as Frame } from "@mantine/tiptap";
import type { Editor } from "@tiptap/react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon, type IconName } from "./icons";

interface Props {
  editor: Editor;
  icon: IconName;
  label: string;
  /** Its setting applies at the cursor. */
  isActive: boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  width?: number;
  children: ReactNode;
}

/** A tool with a small panel under its button. Escape returns to the text. */
export function ToolPopover({ editor, icon, label, isActive, isOpen, setOpen, width, children }: Props) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Not the dialog or the form around the editor.
    event.stopPropagation();
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      closeOnEscape={false}
      shadow="md"
      position="bottom-start"
      width={width}
    >
      <Popover.Target>
        <Frame.Control
          aria-label={label}
          title={label}
          active={isActive}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={icon} />
        </Frame.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={handleKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
