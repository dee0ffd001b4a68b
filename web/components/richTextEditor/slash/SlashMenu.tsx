import type { Editor } from "@tiptap/react";
import { useTranslation } from "../../../lib/texts";
import { CaretList } from "../lists/CaretList";
import { useCaretQuery } from "../lists/useCaretQuery";
import { Icon } from "../tools/icons";
import { type BlockItem, type Choice, findItems, ITEMS, isPossible } from "./items";

interface Props {
  editor: Editor;
  choices: readonly Choice[];
  onChoice: (choice: Choice) => void;
}

/** A slash alone on its line, as Chinese input methods write it too, then up to three words. */
const SLASH = /^[/／、]([^\s/]{0,20}(?: [^\s/]{1,20}){0,2})$/;

/** The blocks behind a slash at the start of an empty line. The slash goes when one is chosen. */
export function SlashMenu({ editor, choices, onChoice }: Props) {
  const { t } = useTranslation();
  const [query, close] = useCaretQuery(
    editor,
    ({ before, isAtEnd, isParagraph, at }) => {
      const words = isAtEnd && isParagraph ? SLASH.exec(before)?.[1] : undefined;
      return words === undefined ? null : { words, from: at - words.length - 1, to: at };
    },
    true,
  );
  const items = query
    ? findItems(ITEMS, query.words, (item) => t(item.label)).filter(
        (item) => (typeof item.run !== "string" || choices.includes(item.run)) && isPossible(item, editor),
      )
    : [];
  const handleChoose = (place: number) => {
    const item = items[place];
    if (!query || !item) return;
    runItem(editor, item, onChoice, { from: query.from, to: query.to });
  };
  return (
    <CaretList
      editor={editor}
      query={query}
      label={t("editor.slash.title")}
      found={t("editor.slash.found", { count: items.length })}
      options={items.map((item) => ({
        id: item.label,
        content: (
          <>
            <Icon name={item.icon} />
            <span>{t(item.label)}</span>
          </>
        ),
      }))}
      onChoose={handleChoose}
      onClose={close}
    />
  );
}

/** `range`: what was typed to find it. */
export function runItem(
  editor: Editor,
  { run }: BlockItem,
  onChoice: (choice: Choice) => void,
  range?: { from: number; to: number },
): void {
  const chain = editor.chain().focus();
  if (range) chain.deleteRange(range);
  if (typeof run !== "string") run(chain);
  chain.run();
  if (typeof run === "string") onChoice(run);
}
