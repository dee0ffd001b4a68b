import type { AskedQuestion } from "../../generated/payloads";
import { loadPartTexts } from "../../lib/i18n";
import { findLang } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Intake.module.css";
import { IntakeField } from "./IntakeField";
import { type IntakeHandle, useIntake } from "./useIntake";

interface Props {
  questions: readonly AskedQuestion[];
  /** Of the draft. */
  place: string;
  handle: React.Ref<IntakeHandle>;
}

/** The questions of a service, as a step of the booking form. */
function Intake({ questions, place, handle }: Props) {
  const { t } = useTranslation();
  const { group, answers, mistakes, change } = useIntake(questions, place, handle);
  return (
    <fieldset ref={group} className={styles.group} data-part="intake">
      <legend>{t("book.intake.title")}</legend>
      {questions.map((question) => (
        <IntakeField
          key={question.id}
          question={question}
          answer={answers[question.id]}
          mistake={mistakes[question.id]}
          onChange={(answer) => change(question, answer)}
        />
      ))}
    </fieldset>
  );
}

/** Most services ask nothing. In the browser its texts come with it; the server has all. */
export async function load() {
  if (typeof location !== "undefined") await loadPartTexts(findLang(location.pathname) ?? "en", "ticket");
  return Intake;
}
