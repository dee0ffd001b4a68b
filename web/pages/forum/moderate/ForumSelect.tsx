import { useEffect, useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { type ForumChoice, listModeratedForums } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";

interface Props {
  value: string;
  /** A forum that is no choice: the one that the post is in. */
  except?: string;
  error?: string | null;
  onChange: (forum: string) => void;
}

/** One of the forums that the visitor moderates. */
export function ForumSelect({ value, except, error = null, onChange }: Props) {
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
      error={error}
      options={[
        { value: "", label: t("topics.manage.choose") },
        ...forums
          .filter((forum) => forum.id !== except)
          .map((forum) => ({ value: forum.id, label: forum.name, lang: HTML_LANG[forum.lang] })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
