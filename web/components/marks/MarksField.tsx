import type { TextMark } from "../../lib/api/community/translations";
import { useTranslation } from "../../lib/texts";
import { CheckField } from "../fields/Field";

interface Props {
  marks: readonly TextMark[];
  disabled?: boolean;
  onChange: (marks: TextMark[]) => void;
}

const MARKS: readonly TextMark[] = ["translate", "index", "mail"];

/** Marks that keep a text, or all texts of a forum, from translation, search or messages. */
export function MarksField({ marks, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return MARKS.map((mark) => (
    <CheckField
      key={mark}
      label={t(`marks.set.${mark}`)}
      hint={t(`marks.hint.${mark}`)}
      checked={marks.includes(mark)}
      disabled={disabled}
      onChange={(event) =>
        onChange(event.target.checked ? [...marks, mark].sort() : marks.filter((other) => other !== mark))
      }
    />
  ));
}
