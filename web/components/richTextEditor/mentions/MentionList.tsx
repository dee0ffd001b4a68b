import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";
import { type FoundPerson, findPeople } from "../../../lib/api/people/findPeople";
import { useTranslation } from "../../../lib/texts";
import { Avatar } from "../../Avatar";
import { CaretList } from "../lists/CaretList";
import { type CaretQuery, useCaretQuery } from "../lists/useCaretQuery";

interface Props {
  editor: Editor;
  topic: string | undefined;
}

const PAUSE = 120;
/**
 * An @ that begins a word, or stands behind a character of a script without spaces, then up to thirty characters with at
 * most two spaces: names have several words.
 */
const BEHIND = /(?:^|[\s(（「“"'，。、！？：]|[\u3400-\u9fff])@([^\s@]{0,30}(?: [^\s@]{1,30}){0,2})$/;

/** The members behind an @ under the caret. */
export function MentionList({ editor, topic }: Props) {
  const { t } = useTranslation();
  const [query, close] = useCaretQuery(editor, ({ before, at }) => {
    const words = BEHIND.exec(before)?.[1];
    return words === undefined ? null : { words, from: at - words.length - 1, to: at };
  });
  const people = useFound(query, topic);
  const handleChoose = (place: number) => {
    const person = people[place];
    if (!query || !person) return;
    const attrs = { id: person.id, label: person.display_name };
    const content = [
      { type: "mention", attrs },
      { type: "text", text: " " },
    ];
    editor.chain().focus().insertContentAt({ from: query.from, to: query.to }, content).run();
  };
  const options = people.map((person) => ({
    id: person.id,
    content: (
      <>
        <Avatar name={person.display_name} pictureUrl={person.picture_url} size="small" />
        <bdi>{person.display_name}</bdi>
      </>
    ),
  }));
  return (
    <CaretList
      editor={editor}
      query={query}
      label={t("editor.mention.title")}
      found={t("editor.mention.found", { count: people.length })}
      options={options}
      onChoose={handleChoose}
      onClose={close}
    />
  );
}

/** Members for the word, asked at a pause in typing. While the next are asked for, the former stay. */
function useFound(query: CaretQuery | null, topic: string | undefined): FoundPerson[] {
  const [people, setPeople] = useState<FoundPerson[]>([]);
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
      if (!isOver) setPeople(found);
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words, topic]);
  return people;
}
