import { CheckField, SelectField } from "../../../../../components/fields/Field";
import { useLength } from "../../../../../lib/format/useLength";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../ServiceEditor.module.css";
import type { EditorPart } from "../serviceForm";
import type { BookingRules } from "./bookingRules";

const ANSWERS = [6, 12, 24, 48, 72, 168];
const OFFERS = [0, 6, 12, 24, 48];

/** Permission to book, confirmation by staff, and use of freed places. */
export function WhoBooks({ draft, change }: EditorPart) {
  const { t } = useTranslation();
  const { rules } = draft;
  const set = (changes: Partial<BookingRules>) => change({ rules: { ...rules, ...changes } });
  return (
    <fieldset className={styles.choices}>
      <legend>{t("admin.service.whoBooks")}</legend>
      <Switch name="allowsGuests" rules={rules} onChange={set} />
      <Switch name="needsConfirmation" rules={rules} onChange={set} />
      {rules.needsConfirmation && (
        <>
          <Switch name="requestTakesPlace" rules={rules} onChange={set} />
          <div className={styles.fields}>
            <Hours name="requestHours" choices={ANSWERS} rules={rules} onChange={set} />
          </div>
        </>
      )}
      <div className={styles.fields}>
        <Hours name="offerHours" choices={OFFERS} rules={rules} onChange={set} />
      </div>
      <Switch name="allowsOverlap" rules={rules} onChange={set} />
    </fieldset>
  );
}

interface Props {
  rules: BookingRules;
  onChange: (changes: Partial<BookingRules>) => void;
}

interface SwitchProps extends Props {
  name: "allowsGuests" | "needsConfirmation" | "requestTakesPlace" | "allowsOverlap";
}

function Switch({ name, rules, onChange }: SwitchProps) {
  const { t } = useTranslation();
  return (
    <CheckField
      label={t(`admin.service.${name}`)}
      hint={t(`admin.service.${name}Hint`)}
      checked={rules[name]}
      onChange={(event) => onChange({ [name]: event.target.checked })}
    />
  );
}

interface HoursProps extends Props {
  name: "requestHours" | "offerHours";
  choices: readonly number[];
}

function Hours({ name, choices, rules, onChange }: HoursProps) {
  const { t } = useTranslation();
  const length = useLength();
  const value = rules[name];
  // Another client may have saved a number that is not among ours: it stays selectable.
  const all = choices.includes(value) ? choices : [...choices, value].sort((one, other) => one - other);
  return (
    <SelectField
      label={t(`admin.service.${name}`)}
      hint={t(`admin.service.${name}Hint`)}
      value={String(value)}
      onChange={(event) => onChange({ [name]: Number(event.target.value) })}
      options={all.map((hours) => ({
        value: String(hours),
        label: hours === 0 ? t("admin.service.givenAtOnce") : length(hours * 60),
      }))}
    />
  );
}
