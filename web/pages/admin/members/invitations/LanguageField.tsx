import { SelectField } from "../../../../components/fields/Field";
import { OWN_NAME } from "../../../../lib/i18n";
import { useTranslation } from "../../../../lib/texts";
import { useLanguages } from "../../../../lib/useLanguages";

type Props = Omit<React.ComponentProps<typeof SelectField>, "label" | "options">;

/** The language of the invitation. */
export function LanguageField(control: Props) {
  const { t } = useTranslation();
  const options = useLanguages().map((value) => ({ value, label: OWN_NAME[value], lang: value }));
  return <SelectField {...control} label={t("admin.invitations.language")} options={options} />;
}
