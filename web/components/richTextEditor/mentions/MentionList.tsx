import type { Editor } from "@tiptap/react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { type FoundPerson, findPeople } from "../../../lib/api/people/findPeople";
import { useTranslation } from "../../../lib/texts";
import { Avatar } from "../../Avatar";
import styles from "./MentionList.module.css";
import { useListKeys } from "./useListKeys";
import { type MentionQuery, useMentionQuery } from "./useMentionQuery";

interface Props {
  editor: Editor;
  topic: string | undefined;
}

const PAUSE = 120;
const WIDTH = 288;
const ROW = 44;

/** The members behind an @ under the caret: chosen by arrow keys and Enter, or pressed. Escape closes it. */
export function MentionList({ editor, topic }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [query, close] = useMentionQuery(editor);
  const [active, setActive] = useState(0);
  const people = useFound(query, topic, () => setActive(0));
  const isOpen = query !== null && people.length > 0;
  const choose = (person: FoundPerson | undefined) => {
    if (!query || !person) return;
    const attrs = { id: person.id, label: person.display_name };
    const content = [
      { type: "mention", attrs },
      { type: "text", text: " " },
    ];
    editor.chain().focus().insertContentAt({ from: query.from, to: query.to }, content).run();
  };
  useListKeys(editor, isOpen, {
    onMove: (step) => setActive((active + step + people.length) % people.length),
    onChoose: () => choose(people[active]),
    onClose: close,
  });
  useMarkedOption(editor, isOpen ? `${id}-${active}` : null);
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && t("editor.mention.found", { count: people.length })}
      </p>
      {isOpen && (
        <div
          role="listbox"
          aria-label={t("editor.mention.title")}
          className={styles.list}
          style={placeUnder(editor, query, people.length)}
        >
          {people.map((person, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
            <div
              key={person.id}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === active}
              className={styles.option}
              // The text field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={person.display_name} pictureUrl={person.picture_url} size="small" />
              <bdi>{person.display_name}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Members for the word, asked at a pause in typing. While the next are asked for, the former stay. */
function useFound(query: MentionQuery | null, topic: string | undefined, onFound: () => void): FoundPerson[] {
  const [people, setPeople] = useState<FoundPerson[]>([]);
  const handleFound = useEffectEvent(onFound);
  const words = query?.words ?? null;
  useEffect(() => {
    if (words === null) {
      setPeople([]);
      return;
    }
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without an answer the text stays what was typed.
      const found = await findPeople(words, topic).catch(() => []);
      if (isOver) return;
      setPeople(found);
      handleFound();
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words, topic]);
  return people;
}

/** In the window, so that no frame cuts it; above the line where there is no room below. */
function placeUnder(editor: Editor, query: MentionQuery, count: number): React.CSSProperties {
  const caret = editor.view.coordsAtPos(Math.min(query.from, editor.state.doc.content.size));
  const { clientWidth } = document.documentElement;
  const height = window.visualViewport?.height ?? window.innerHeight;
  const left = Math.max(8, Math.min(caret.left, clientWidth - WIDTH - 8));
  const isBelow = caret.bottom + count * ROW + 16 < height || caret.top < count * ROW;
  return isBelow ? { left, top: caret.bottom + 4 } : { left, bottom: window.innerHeight - caret.top + 4 };
}

/** Screen readers hear the marked member while the focus stays in the text. */
function useMarkedOption(editor: Editor, option: string | null): void {
  const mark = useEffectEvent((element: HTMLElement) => {
    if (option) element.setAttribute("aria-activedescendant", option);
    else element.removeAttribute("aria-activedescendant");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `option` is read by the event.
  useEffect(() => mark(editor.view.dom), [editor, option]);
}
