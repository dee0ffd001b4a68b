import type { Editor } from "@tiptap/react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import styles from "./CaretList.module.css";
import type { CaretQuery } from "./useCaretQuery";
import { useListKeys } from "./useListKeys";

interface Props {
  editor: Editor;
  /** Null: closed. */
  query: CaretQuery | null;
  label: string;
  /** Said when it opens and when it changes. */
  found: string;
  options: readonly { id: string; content: ReactNode }[];
  onChoose: (place: number) => void;
  onClose: () => void;
}

const WIDTH = 288;
const ROW = 44;
const ROWS = 6;

/** A list under the caret whose focus stays in the text: chosen by arrow keys and Enter, or pressed. Escape closes it. */
export function CaretList({ editor, query, label, found, options, onChoose, onClose }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = options.map((option) => option.id).join();
  const [chosen, setChosen] = useState({ names, place: 0 });
  // Other options begin at the first.
  const active = chosen.names === names ? chosen.place : 0;
  const isOpen = query !== null && options.length > 0;
  useListKeys(editor, isOpen, {
    onMove: (step) => setChosen({ names, place: (active + step + options.length) % options.length }),
    onChoose: () => onChoose(active),
    onClose,
  });
  useMarkedOption(editor, isOpen ? `${id}-${active}` : null);
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && found}
      </p>
      {isOpen && (
        <div
          ref={list}
          role="listbox"
          aria-label={label}
          className={styles.list}
          style={placeUnder(editor, query, Math.min(options.length, ROWS))}
        >
          {options.map((option, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
            <div
              key={option.id}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === active}
              className={styles.option}
              // The text field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
            >
              {option.content}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** In the window, so that no frame cuts it; above the line where there is no room below. */
function placeUnder(editor: Editor, query: CaretQuery, count: number): React.CSSProperties {
  const caret = editor.view.coordsAtPos(Math.min(query.from, editor.state.doc.content.size));
  const { clientWidth } = document.documentElement;
  const height = window.visualViewport?.height ?? window.innerHeight;
  const left = Math.max(8, Math.min(caret.left, clientWidth - WIDTH - 8));
  const isBelow = caret.bottom + count * ROW + 16 < height || caret.top < count * ROW;
  return isBelow ? { left, top: caret.bottom + 4 } : { left, bottom: window.innerHeight - caret.top + 4 };
}

/** Screen readers hear the marked option while the focus stays in the text. */
function useMarkedOption(editor: Editor, option: string | null): void {
  const mark = useEffectEvent((element: HTMLElement) => {
    if (option) element.setAttribute("aria-activedescendant", option);
    else element.removeAttribute("aria-activedescendant");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `option` is read by the event.
  useEffect(() => mark(editor.view.dom), [editor, option]);
}
