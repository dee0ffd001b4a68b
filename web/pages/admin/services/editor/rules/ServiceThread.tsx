import { SelectField } from "../../../../../components/fields/Field";
import { useLength } from "../../../../../lib/format/useLength";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../ServiceEditor.module.css";
import type { EditorPart } from "../serviceForm";

const DAY = 1440;
const DAYS = [1, 7, 30, 90];
const BEFORE = [15, 30, 60, DAY];
const NONE = "none";

/** Shared by participants: the time from which they see the meeting link, and whether they have a private thread. */
export function ServiceThread({ draft, change }: EditorPart) {
  const { t } = useTranslation();
  const length = useLength();
  const pick = (value: string) => (value === NONE ? null : Number(value));
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("admin.service.linkMinutes")}
        value={String(draft.linkMinutes ?? NONE)}
        onChange={(event) => change({ linkMinutes: pick(event.target.value) })}
        options={[
          { value: NONE, label: t("admin.service.linkAlways") },
          ...withOwn(BEFORE, draft.linkMinutes).map((minutes) => ({
            value: String(minutes),
            label: t("admin.service.linkBefore", { length: length(minutes) }),
          })),
        ]}
      />
      <SelectField
        label={t("admin.service.threadDays")}
        hint={t("admin.service.threadHint")}
        value={String(draft.threadDays ?? NONE)}
        onChange={(event) => change({ threadDays: pick(event.target.value) })}
        options={[
          { value: NONE, label: t("admin.service.none") },
          ...withOwn(DAYS, draft.threadDays).map((days) => ({
            value: String(days),
            label: t("admin.service.threadUntil", { length: length(days * DAY) }),
          })),
        ]}
      />
    </div>
  );
}

/** Another client may have saved a number that is not among ours: it stays selectable. */
function withOwn(choices: readonly number[], own: number | null): readonly number[] {
  return own === null || choices.includes(own) ? choices : [...choices, own].sort((one, other) => one - other);
}
