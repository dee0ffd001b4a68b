import { useEffect, useId, useState } from "react";
import { TextField } from "../../../../components/fields/Field";
import { TOPICS } from "../../../../generated/topics";
import { suggestTags } from "../../../../lib/api/community/topicLists";
import { findTopic, nameTopic } from "../../../../lib/api/topics";
import { useTranslation } from "../../../../lib/texts";

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

export const MAX_TAGS = 5;
const MAX_LENGTH = 40;

/** Tags by their names in the writer's language, with those that are used most as suggestions. */
export function TagsField({ tags, onChange }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const [line, setLine] = useState(() => tags.map((tag) => nameTopic(t, tag)).join(", "));
  const [used, setUsed] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOver = false;
    suggestTags("").then(({ value }) => {
      if (!isOver && value) setUsed(value);
    });
    return () => {
      isOver = true;
    };
  }, []);
  const handleChange = (text: string) => {
    setLine(text);
    onChange(readTags(text).map((name) => findTopic(t, name)));
  };
  // A suggestion replaces the whole line, so it repeats what was typed before the last comma.
  const before = line.includes(",") ? `${line.slice(0, line.lastIndexOf(","))}, ` : "";
  const names = new Set([...used, ...TOPICS].map((tag) => nameTopic(t, tag)));
  const typed = readTags(line);
  return (
    <>
      <TextField
        label={t("topics.tags")}
        hint={t("topics.tags.hint", { count: MAX_TAGS })}
        error={typed.length > MAX_TAGS ? t("topics.tags.tooMany", { count: MAX_TAGS }) : null}
        list={listId}
        autoComplete="off"
        value={line}
        onChange={(event) => handleChange(event.target.value)}
      />
      <datalist id={listId}>
        {[...names]
          .filter((name) => !typed.includes(name))
          .map((name) => (
            <option key={name} value={before + name} />
          ))}
      </datalist>
    </>
  );
}

/** Names between commas, also Chinese ones; each once. */
export function readTags(line: string): string[] {
  const found = new Map<string, string>();
  for (const part of line.split(/[,，、]/)) {
    const name = part.trim().replace(/^#/, "").slice(0, MAX_LENGTH).trim();
    if (name && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  }
  return [...found.values()];
}
