import { Notice } from "../../../../../components/feedback/Notice";
import { CheckField } from "../../../../../components/fields/Field";
import type { IntakeChoices } from "../../../../../generated/payloads";
import { useTranslation } from "../../../../../lib/texts";
import styles from "./Intake.module.css";
import type { QuestionDraft } from "./intakeDraft";

interface Props {
  question: QuestionDraft;
  number: number;
  choices: IntakeChoices;
  onChange: (changes: Partial<QuestionDraft>) => void;
}

/** Whether the answer is confidential, and which roles read it besides the host. */
export function Readers({ question, choices, onChange }: Props) {
  const { t } = useTranslation();
  const { isSensitive, readerRoles } = question;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ readerRoles: isOn ? [...readerRoles, id] : readerRoles.filter((one) => one !== id) });
  return (
    <>
      <CheckField
        label={t("admin.service.question.sensitive")}
        hint={t("admin.service.question.sensitiveHint")}
        checked={isSensitive}
        onChange={(event) => onChange({ isSensitive: event.target.checked })}
      />
      {isSensitive && !choices.hasKey && <Notice tone="bad">{t("error.detail.no_answer_key")}</Notice>}
      {isSensitive && (
        <fieldset className={styles.options}>
          <legend>{t("admin.service.question.readers")}</legend>
          {choices.roles.map((role) => (
            <CheckField
              key={role.id}
              label={role.preset ? t(`admin.roles.preset.${role.preset}`) : role.name}
              checked={readerRoles.includes(role.id)}
              onChange={(event) => toggle(role.id, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
