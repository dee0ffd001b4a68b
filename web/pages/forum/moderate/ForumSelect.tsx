import { useEffect, useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { type ForumChoice, listModeratedForums } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";

interface Props {
  value: string;
  onChange: (forum: string) => void;
}

/** One of the forums that the visitor moderates. */
export function ForumSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [forums, setForums] = useState<readonly ForumChoice[]>([]);
  useEffect(() => {
    let isOver = false;
    listModeratedForums(lang).then((outcome) => {
      if (!isOver && outcome.value) setForums(outcome.value);
    });
    return () => {
      isOver = true;
    };
  }, [lang]);
  return (
    <SelectField
      label={t("topics.manage.forum")}
      required
      value={value}
      options={[
        { value: "", label: t("topics.manage.choose") },
        ...forums.map((forum) => ({ value: forum.id, label: forum.name, lang: HTML_LANG[forum.lang] })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
