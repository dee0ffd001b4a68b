import { Button } from "../../../../../components/Button";
import { TextField } from "../../../../../components/fields/Field";
import { LanguageTabs } from "../../../../../components/fields/LanguageTabs";
import type { IntakeChoices } from "../../../../../generated/payloads";
import type { Lang } from "../../../../../lib/page";
import { useTranslation } from "../../../../../lib/texts";
import { useLanguages } from "../../../../../lib/useLanguages";
import { FormSection } from "../../../parts/FormSections";
import type { EditorPart } from "../serviceForm";
import styles from "./Intake.module.css";
import { newQuestion, type QuestionDraft } from "./intakeDraft";
import { QuestionFields } from "./QuestionFields";

interface Props extends EditorPart {
  choices: IntakeChoices;
  shown: Lang;
  onShow: (lang: Lang) => void;
}

const MOST = 30;

/** Questions of a service, in their order, one language at a time. */
export function ServiceQuestions({ draft, errors, change, choices, shown, onShow }: Props) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const { questions, answerDays } = draft.intake;
  const write = (next: QuestionDraft[]) => change({ intake: { ...draft.intake, questions: next } });
  const move = (at: number, step: number) => {
    const next = [...questions];
    next.splice(at + step, 0, ...next.splice(at, 1));
    write(next);
  };
  const countWritten = (lang: Lang) => questions.filter((one) => one.labels[lang].trim()).length;
  return (
    <FormSection id="service-questions" title={t("admin.service.questions")} lead={t("admin.service.questionsHint")}>
      {questions.length > 0 && (
        <LanguageTabs
          label={t("blog.write.languages")}
          languages={languages}
          chosen={shown}
          onChoose={onShow}
          stateOf={(lang) =>
            countWritten(lang) === questions.length
              ? { text: t("blog.write.ready"), tone: "good" }
              : { text: t("admin.service.question.written", { count: countWritten(lang), all: questions.length }) }
          }
        />
      )}
      <ol className={styles.questions}>
        {questions.map((question, at) => (
          <QuestionFields
            key={question.id}
            question={question}
            number={at + 1}
            isLast={at === questions.length - 1}
            errors={errors}
            shown={shown}
            choices={choices}
            onChange={(changes) => write(questions.map((one) => (one === question ? { ...one, ...changes } : one)))}
            onMove={(step) => move(at, step)}
            onRemove={() => write(questions.filter((one) => one !== question))}
          />
        ))}
      </ol>
      {questions.length < MOST && (
        <div>
          <Button onClick={() => write([...questions, newQuestion()])}>{t("admin.service.question.add")}</Button>
        </div>
      )}
      {questions.length > 0 && (
        <TextField
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={3650}
          label={t("admin.service.answerDays")}
          hint={t("admin.service.answerDaysHint")}
          value={answerDays}
          error={errors.answerDays && t(errors.answerDays, { least: 1, most: 3650 })}
          onChange={(event) => change({ intake: { ...draft.intake, answerDays: event.target.value } })}
        />
      )}
    </FormSection>
  );
}
