import { CheckField } from "../../../../../components/fields/Field";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../ServiceEditor.module.css";
import { STAFF_TOPICS, type StaffTopic } from "../serviceDraft";
import type { EditorPart } from "../serviceForm";

/** Of what the person of a booking and the reception are notified: each for itself. */
export function StaffMessages({ draft, change }: EditorPart) {
  return (
    <div className={styles.fields}>
      <Topics who="host" chosen={draft.hostMessages} onChange={(hostMessages) => change({ hostMessages })} />
      <Topics who="desk" chosen={draft.deskMessages} onChange={(deskMessages) => change({ deskMessages })} />
    </div>
  );
}

interface TopicsProps {
  who: "host" | "desk";
  chosen: readonly StaffTopic[];
  onChange: (topics: readonly StaffTopic[]) => void;
}

function Topics({ who, chosen, onChange }: TopicsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choices}>
      <legend>{t(`admin.service.staff.${who}`)}</legend>
      {STAFF_TOPICS.map((topic) => (
        <CheckField
          key={topic}
          label={t(`admin.service.staff.${topic}`)}
          checked={chosen.includes(topic)}
          onChange={({ target }) =>
            onChange(STAFF_TOPICS.filter((each) => (each === topic ? target.checked : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}
