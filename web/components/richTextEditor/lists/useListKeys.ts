/** The keys of a list that is open beside a text field whose focus stays in the text. */
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { useEffect, useEffectEvent } from "react";
import { isComposing } from "../../../lib/forms/composing";

interface ListKeys {
  onMove: (step: 1 | -1) => void;
  onChoose: () => void;
  onClose: () => void;
}

const KEY = new PluginKey("listKeys");

export function useListKeys(editor: Editor, isOpen: boolean, keys: ListKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    // While a word is being composed, the keys belong to the input method; Ctrl and Enter sends.
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case "ArrowDown":
        keys.onMove(1);
        return true;
      case "ArrowUp":
        keys.onMove(-1);
        return true;
      case "Enter":
      case "Tab":
        keys.onChoose();
        return true;
      case "Escape":
        event.stopPropagation();
        keys.onClose();
        return true;
      default:
        return false;
    }
  });
  useEffect(() => {
    if (!isOpen || editor.isDestroyed) return;
    const plugin = new Plugin({ key: KEY, props: { handleKeyDown: (_view, event) => handleKey(event) } });
    editor.registerPlugin(plugin, (added, others) => [added, ...others]);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(KEY);
    };
  }, [editor, isOpen]);
}
