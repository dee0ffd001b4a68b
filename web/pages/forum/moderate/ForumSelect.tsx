import { useEffect, useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { type ForumChoice, listForums } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";

interface Props {
  value: string;
  onChange: (forum: string) => void;
}

/** One of all forums, by its name in the reader's language or the first that it has. */
export function ForumSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [forums, setForums] = useState<readonly ForumChoice[]>([]);
  useEffect(() => {
    let isOver = false;
    listForums().then((outcome) => {
      if (!isOver && outcome.value) setForums(outcome.value);
    });
    return () => {
      isOver = true;
    };
  }, []);
  const nameOf = ({ forum_texts: texts }: ForumChoice) =>
    (texts.find(({ language }) => language === lang) ?? texts[0])?.name ?? "";
  return (
    <SelectField
      label={t("topics.manage.forum")}
      required
      value={value}
      options={[
        { value: "", label: t("topics.manage.choose") },
        ...forums.map((forum) => ({ value: forum.id, label: nameOf(forum) })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
