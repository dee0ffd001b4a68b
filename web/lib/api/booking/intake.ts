/** Answers to the questions of a service: sent before the booking to /booking-answers, which encrypts sensitive ones. */
import type { Lang } from "../../page";
import { type Failure, readFailure } from "../../requests/errors";
import { getSupabase } from "../../requests/supabase";
import type { Outcome } from "../../requests/write";

export interface AnswerToSend {
  question: string;
  value?: unknown;
  /** The id of an uploaded file. */
  file?: string;
}

export interface StoredFile {
  id: string;
  name: string;
  size: number;
}

const OWN_TEXTS = new Set([
  "answer_wrong",
  "question_gone",
  "answer_file_large",
  "answer_file_kind",
  "answer_key_missing",
]);

/** Stores the answers for the booking with this id, which is made next. */
export function sendAnswers(intake: string, language: Lang, answers: readonly AnswerToSend[]): Promise<Outcome<null>> {
  return post("", JSON.stringify({ intake, language, answers }), async () => null);
}

export function uploadAnswerFile(question: string, language: Lang, file: File): Promise<Outcome<StoredFile>> {
  const query = new URLSearchParams({ question, language, name: file.name });
  return post(`/file?${query}`, file, (response) => response.json());
}

/** The values by answer. Reading a sensitive one of another person is logged. */
export function openAnswers(
  ids: readonly string[],
  language: Lang,
  link: string | null,
): Promise<Outcome<Record<string, string>>> {
  return post("/open", JSON.stringify({ ids, language, link }), async (response) => (await response.json()).values);
}

export function downloadAnswer(id: string, link: string | null): Promise<Outcome<Blob>> {
  return post("/download", JSON.stringify({ id, link }), (response) => response.blob());
}

async function post<T>(path: string, body: BodyInit, read: (response: Response) => Promise<T>): Promise<Outcome<T>> {
  try {
    // The texts of failures come with the client.
    const { data } = await (await getSupabase()).auth.getSession();
    const headers: HeadersInit = data.session ? { authorization: `Bearer ${data.session.access_token}` } : {};
    const response = await fetch(`/booking-answers${path}`, { method: "POST", body, headers });
    if (response.ok) return { value: await read(response), failure: null };
    const answer = await response.json();
    return { value: null, failure: readIntakeFailure({ ...answer, status: response.status }) };
  } catch (error) {
    return { value: null, failure: readFailure(error) };
  }
}

function readIntakeFailure(answer: { details?: string; status: number }): Failure {
  const failure = readFailure(answer);
  const details = answer.details ?? "";
  return OWN_TEXTS.has(details) ? { ...failure, key: `error.intake.${details}`, isRetryable: false } : failure;
}
