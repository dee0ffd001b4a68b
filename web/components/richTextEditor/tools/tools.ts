/** Actions of the toolbar's plain buttons. */
import type { ToolSpec } from "./Tool";

export const BOLD: ToolSpec = {
  icon: "bold",
  label: "editor.bold",
  run: (chain) => chain.toggleBold(),
  isActive: (editor) => editor.isActive("bold"),
};

export const ITALIC: ToolSpec = {
  icon: "italic",
  label: "editor.italic",
  run: (chain) => chain.toggleItalic(),
  isActive: (editor) => editor.isActive("italic"),
};

export const UNDERLINE: ToolSpec = {
  icon: "underline",
  label: "editor.underline",
  run: (chain) => chain.toggleUnderline(),
  isActive: (editor) => editor.isActive("underline"),
};

export const STRIKE: ToolSpec = {
  icon: "strike",
  label: "editor.strike",
  run: (chain) => chain.toggleStrike(),
  isActive: (editor) => editor.isActive("strike"),
};

export const BULLETS: ToolSpec = {
  icon: "bullets",
  label: "editor.bullets",
  run: (chain) => chain.toggleBulletList(),
  isActive: (editor) => editor.isActive("bulletList"),
};

export const NUMBERS: ToolSpec = {
  icon: "numbers",
  label: "editor.numbers",
  run: (chain) => chain.toggleOrderedList(),
  isActive: (editor) => editor.isActive("orderedList"),
};

export const QUOTE: ToolSpec = {
  icon: "quote",
  label: "editor.quote",
  run: (chain) => chain.toggleBlockquote(),
  isActive: (editor) => editor.isActive("blockquote"),
};

export const CODE: ToolSpec = {
  icon: "code",
  label: "editor.code",
  run: (chain) => chain.toggleCodeBlock(),
  isActive: (editor) => editor.isActive("codeBlock"),
};

export const CLEAR: ToolSpec = {
  icon: "clear",
  label: "editor.clear",
  run: (chain) => chain.unsetAllMarks().clearNodes().unsetTextAlign(),
};

export const UNDO: ToolSpec = {
  icon: "undo",
  label: "editor.undo",
  run: (chain) => chain.undo(),
  isPossible: (editor) => editor.can().undo(),
};

export const REDO: ToolSpec = {
  icon: "redo",
  label: "editor.redo",
  run: (chain) => chain.redo(),
  isPossible: (editor) => editor.can().redo(),
};

const align = (icon: "left" | "center" | "right" | "justify", label: string): ToolSpec => ({
  icon,
  label,
  run: (chain) => chain.setTextAlign(icon),
  isActive: (editor) => editor.isActive({ textAlign: icon }),
});

export const ALIGN = [
  align("left", "editor.left"),
  align("center", "editor.center"),
  align("right", "editor.right"),
  align("justify", "editor.justify"),
];
