import { useEffect, useImperativeHandle, useRef, useState } from "react";
import type { AskedQuestion } from "../../generated/payloads";
import { sendAnswers } from "../../lib/api/booking/intake";
import { useLang } from "../../lib/context";
import { useDraft } from "../../lib/forms/drafts";
import { focusFirstMistake } from "../../lib/forms/mistakes";
import type { Failure } from "../../lib/requests/errors";
import { type Answer, type Answers, findMistakes, isAnswers, toSend } from "./answers";

/** State of the questions in a booking form. */
export interface IntakeHandle {
  /** Marks what is missing and goes to the first mistake. True: nothing is wrong. */
  check: () => boolean;
  /** Sends the answers for the booking with this id. Null: they are stored. */
  send: (intake: string) => Promise<Failure | null>;
  /** After the booking. */
  done: () => void;
}

const INCOMPLETE: Failure = { key: "book.intake.incomplete", isRetryable: false, code: "" };

/**
 * The answers of a form. Like the note they survive errors and reloads; sensitive ones stay in this tab, all others are a
 * draft.
 */
export function useIntake(questions: readonly AskedQuestion[], place: string, handle: React.Ref<IntakeHandle>) {
  const lang = useLang();
  const group = useRef<HTMLFieldSetElement>(null);
  const draft = useDraft(`answers:${place}`, isAnswers);
  const [touched, setTouched] = useState<Answers>({});
  const [hidden, setHidden] = useState<Answers>({});
  const [isChecked, setChecked] = useState(false);
  const key = `balai-answers ${place}`;
  useEffect(() => setHidden(readTab(key)), [key]);
  const answers: Answers = { ...draft.found, ...hidden, ...touched };
  const mistakes = isChecked ? findMistakes(questions, answers) : {};

  const change = (question: AskedQuestion, answer: Answer | undefined) => {
    const next = { ...touched, [question.id]: answer };
    setTouched(next);
    const all = Object.entries({ ...answers, ...next });
    const isHidden = (id: string) => questions.some((one) => one.id === id && one.isSensitive);
    if (question.isSensitive) writeTab(key, Object.fromEntries(all.filter(([id]) => isHidden(id))));
    else draft.keep(Object.fromEntries(all.filter(([id]) => !isHidden(id))));
  };
  const check = () => {
    setChecked(true);
    const isRight = Object.keys(findMistakes(questions, answers)).length === 0;
    if (!isRight) focusFirstMistake(group.current);
    return isRight;
  };
  useImperativeHandle(handle, () => ({
    check,
    send: async (intake) =>
      check() ? (await sendAnswers(intake, lang, toSend(questions, answers))).failure : INCOMPLETE,
    done: () => {
      writeTab(key, null);
      draft.discard();
      setTouched({});
      setHidden({});
      setChecked(false);
    },
  }));
  return { group, answers, mistakes, change };
}

function readTab(key: string): Answers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return isAnswers(stored) ? stored : {};
  } catch {
    return {};
  }
}

function writeTab(key: string, answers: Answers | null): void {
  try {
    if (answers) sessionStorage.setItem(key, JSON.stringify(answers));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a reload loses them.
  }
}
