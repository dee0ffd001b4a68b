import { ButtonLink } from "../../../../../components/Button";
import { SelectField } from "../../../../../components/fields/Field";
import { pathTo } from "../../../../../generated/paths";
import { useLang } from "../../../../../lib/context";
import { useLength } from "../../../../../lib/format/useLength";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../ServiceEditor.module.css";
import type { EditorPart } from "../serviceForm";

const FIRST = [0, 1440, 2880, 4320, 10_080];
const SECOND = [0, 30, 60, 120, 240];
const AFTER = [0, 60, 120, 1440, 4320];

/** When participants are reminded, and whether a message follows. Each is a list, with none as the first choice. */
export function ServiceReminders({ draft, change }: EditorPart) {
  const { t } = useTranslation();
  const lang = useLang();
  const { reminderMinutes, followUpMinutes } = draft;
  // Few services have one alone: it stands where its length belongs.
  const isShortAlone = reminderMinutes.length === 1 && (reminderMinutes[0] ?? 0) < 1440;
  const [first = 0, second = 0, ...others] = isShortAlone ? [0, ...reminderMinutes] : reminderMinutes;
  const remind = (minutes: number[]) => {
    const chosen = [...new Set([...minutes, ...others])].filter((each) => each > 0);
    change({ reminderMinutes: chosen.sort((one, other) => other - one) });
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{t("admin.service.messages")}</legend>
      <p className="soft small">{t("admin.service.messagesHint")}</p>
      <div className={styles.fields}>
        <Choice name="reminderFirst" value={first} choices={FIRST} onChange={(minutes) => remind([minutes, second])} />
        <Choice
          name="reminderSecond"
          value={second}
          choices={SECOND}
          onChange={(minutes) => remind([first, minutes])}
        />
        <Choice
          name="followUp"
          value={followUpMinutes ?? 0}
          choices={AFTER}
          onChange={(minutes) => change({ followUpMinutes: minutes || null })}
        />
      </div>
      {draft.baseSequence !== null && (
        <p>
          <ButtonLink size="small" to={pathTo.adminServiceMessages({ lang, serviceId: draft.id })}>
            {t("admin.texts.edit")}
          </ButtonLink>
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  name: "reminderFirst" | "reminderSecond" | "followUp";
  value: number;
  choices: readonly number[];
  onChange: (minutes: number) => void;
}

function Choice({ name, value, choices, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const length = useLength();
  // Another client may have saved a number that is not among ours: it stays selectable.
  const all = choices.includes(value) ? choices : [...choices, value].sort((one, other) => one - other);
  return (
    <SelectField
      label={t(`admin.service.${name}`)}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={all.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? t("admin.service.none") : length(minutes),
      }))}
    />
  );
}
