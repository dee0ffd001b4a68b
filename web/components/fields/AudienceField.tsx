import type { Audience } from "../../generated/payloads";
import { MEMBERS } from "../../lib/audiences";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import { SelectField } from "./Field";

interface Props {
  /** Those that the editor may choose. */
  audiences: readonly Audience[];
  /** A group's id, null for everyone. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The readers of an article or a resource. Nothing is rendered where there is no choice. */
export function AudienceField({ audiences, value, onChange }: Props) {
  const { t } = useTranslation();
  const options = audiences.map(({ id, lang, name }) => ({
    value: id ?? "",
    label: name ?? t(id === MEMBERS ? "admin.access.members" : "admin.access.everyone"),
    lang: lang ? HTML_LANG[lang] : undefined,
  }));
  // A group that this editor does not see.
  if (!options.some((option) => option.value === (value ?? "")))
    options.unshift({
      value: value ?? "",
      label: t(value ? "admin.audience.other" : "admin.access.everyone"),
      lang: undefined,
    });
  if (options.length < 2) return null;
  return (
    <SelectField
      label={t("admin.audience.label")}
      hint={value ? t("admin.audience.hint") : undefined}
      value={value ?? ""}
      options={options}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}
