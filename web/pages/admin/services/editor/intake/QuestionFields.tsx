import { Button } from "../../../../../components/Button";
import { CheckField, SelectField, TextArea, TextField } from "../../../../../components/fields/Field";
import { ChevronIcon } from "../../../../../components/icons";
import type { IntakeChoices } from "../../../../../generated/payloads";
import { HTML_LANG } from "../../../../../lib/i18n";
import type { Lang } from "../../../../../lib/page";
import { useTranslation } from "../../../../../lib/texts";
import parts from "../../../parts/parts.module.css";
import styles from "./Intake.module.css";
import { hasOptions, KINDS, type QuestionDraft, type QuestionKind } from "./intakeDraft";
import { OptionFields } from "./OptionFields";
import { Readers } from "./Readers";

interface Props {
  question: QuestionDraft;
  number: number;
  isLast: boolean;
  errors: Partial<Record<string, string>>;
  shown: Lang;
  choices: IntakeChoices;
  onChange: (changes: Partial<QuestionDraft>) => void;
  onMove: (step: number) => void;
  onRemove: () => void;
}

/** One question: its kind, its text in the chosen language, and who reads the answer. */
export function QuestionFields(props: Props) {
  const { t } = useTranslation();
  const { question, number, errors, shown, choices, onChange } = props;
  const { kind, labels, helps } = question;
  const lang = HTML_LANG[shown];
  const error = errors[`question.${question.id}`];
  return (
    <li className={styles.question}>
      <Head {...props} />
      <SelectField
        label={t("admin.service.question.kind")}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value as QuestionKind })}
        options={KINDS.map((value) => ({ value, label: t(`admin.service.question.kind.${value}`) }))}
      />
      <TextField
        key={`label ${shown}`}
        label={t(kind === "consent" ? "admin.service.question.consent" : "admin.service.question.label")}
        lang={lang}
        required
        maxLength={200}
        value={labels[shown]}
        error={error && t(error)}
        onChange={(event) => onChange({ labels: { ...labels, [shown]: event.target.value } })}
      />
      <TextArea
        key={`help ${shown}`}
        label={t(kind === "consent" ? "admin.service.question.consentText" : "admin.service.question.help")}
        lang={lang}
        rows={2}
        maxLength={2000}
        value={helps[shown]}
        onChange={(event) => onChange({ helps: { ...helps, [shown]: event.target.value } })}
      />
      {hasOptions(question) && (
        <OptionFields
          options={question.options}
          shown={shown}
          error={errors[`question.${question.id}.options`]}
          onChange={(options) => onChange({ options })}
        />
      )}
      {kind === "number" && (
        <div className={parts.fields}>
          {(["lowest", "highest"] as const).map((bound) => (
            <TextField
              key={bound}
              inputMode="decimal"
              label={t(`admin.service.question.${bound}`)}
              value={question[bound]}
              error={errors[`question.${question.id}.bounds`] && t("admin.service.question.error.bounds")}
              onChange={(event) => onChange({ [bound]: event.target.value })}
            />
          ))}
        </div>
      )}
      <CheckField
        label={t("admin.service.question.required")}
        checked={question.isRequired}
        onChange={(event) => onChange({ isRequired: event.target.checked })}
      />
      {kind !== "consent" && <Readers question={question} number={number} choices={choices} onChange={onChange} />}
    </li>
  );
}

function Head({ question, number, isLast, shown, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const name = question.labels[shown] || String(number);
  return (
    <div className={parts.head}>
      <h3>{t("admin.service.question.number", { number })}</h3>
      <div className={parts.order}>
        {number > 1 && (
          <Button look="quiet" aria-label={t("admin.service.question.up", { name })} onClick={() => onMove(-1)}>
            <span className={parts.up}>
              <ChevronIcon />
            </span>
          </Button>
        )}
        {!isLast && (
          <Button look="quiet" aria-label={t("admin.service.question.down", { name })} onClick={() => onMove(1)}>
            <ChevronIcon />
          </Button>
        )}
        <Button look="quiet" aria-label={t("admin.service.question.remove", { name })} onClick={onRemove}>
          {t("admin.service.remove")}
        </Button>
      </div>
    </div>
  );
}
