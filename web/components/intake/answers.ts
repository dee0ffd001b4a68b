/** Answers to the questions of a service: their values, errors and the form in which they are sent. No React in here. */
import type { AskedQuestion } from "../../generated/payloads";
import type { AnswerToSend, StoredFile } from "../../lib/api/booking/intake";

/** Texts, dates, numbers and single choices as typed; several choices as a list; files as stored. */
export type Answer = string | boolean | readonly string[] | StoredFile;
export type Answers = Readonly<Record<string, Answer | undefined>>;

/** Of a text field. */
export const LONGEST = { text: 300, long: 4000 } as const;

export function isAnswers(value: unknown): value is Answers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === false) return true;
  if (typeof answer === "string") return answer.trim() === "";
  return Array.isArray(answer) && answer.length === 0;
}

/** Text keys of what is wrong, by question. */
export function findMistakes(questions: readonly AskedQuestion[], answers: Answers): Record<string, string> {
  const mistakes: Record<string, string> = {};
  for (const question of questions) {
    const answer = answers[question.id];
    // "No" is an answer, an unchecked box none.
    const isMissing = question.kind === "yes_no" ? typeof answer !== "string" : isEmpty(answer);
    if (isMissing && question.isRequired)
      mistakes[question.id] = question.kind === "consent" ? "book.intake.agree" : "book.intake.missing";
    else if (!isMissing && question.kind === "number" && !isWithin(question, String(answer)))
      mistakes[question.id] = "book.intake.number";
  }
  return mistakes;
}

function isWithin({ lowest, highest }: AskedQuestion, typed: string): boolean {
  const number = readNumber(typed);
  return Number.isFinite(number) && number >= (lowest ?? -1e15) && number <= (highest ?? 1e15);
}

/** Keyboards of phones offer a comma where the language writes one. */
function readNumber(typed: string): number {
  return Number(typed.trim().replace(",", "."));
}

export function toSend(questions: readonly AskedQuestion[], answers: Answers): AnswerToSend[] {
  return questions.flatMap(({ id, kind }): AnswerToSend[] => {
    const answer = answers[id];
    if (answer === undefined || isEmpty(answer)) return [];
    if (typeof answer === "object" && "name" in answer) return [{ question: id, file: answer.id }];
    if (kind === "yes_no") return [{ question: id, value: answer === "yes" }];
    if (kind === "number") return [{ question: id, value: readNumber(String(answer)) }];
    return [{ question: id, value: typeof answer === "string" ? answer.trim() : answer }];
  });
}

/** Of the field of a question. */
export interface FieldProps {
  question: AskedQuestion;
  answer: Answer | undefined;
  /** A text key. */
  mistake: string | undefined;
  onChange: (answer: Answer | undefined) => void;
}
