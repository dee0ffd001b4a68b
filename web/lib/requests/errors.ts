/**
 * Maps errors to text keys. The backend responds with codes: PostgREST's and SQLSTATEs from rows and functions, and a
 * machine code in `details` for the site's own rules, which have a text `error.detail.CODE`. Errors of the auth service are
 * in auth/authErrors.ts. An unknown error becomes the general sentence, never the raw message.
 */
import { hasText } from "../i18n";

export interface Failure {
  /** Key of the interface text. */
  key: string;
  /** The same request may succeed later: offer a retry, and keep the input. */
  isRetryable: boolean;
  /** SQLSTATE, PostgREST's or the auth service's own code, for the few callers that act on one. */
  code: string;
  /** Detail of the error for its reader: a moment, or a number of seconds. */
  hint?: string;
  /** For the text's placeholders. */
  values?: Record<string, number>;
  /** Why a password is weak, as the service's codes. */
  reasons?: readonly string[];
}

/** The session has ended: the same request works after signing in. */
export const SESSION_OVER = "error.session";

const BY_CODE: Record<string, string> = {
  "22001": "error.tooLong",
  "22021": "error.characters",
  "22P02": "error.notAccepted",
  "22P05": "error.characters",
  "23502": "error.missing",
  "23503": "error.gone",
  "23505": "error.duplicate",
  "23514": "error.notAccepted",
  "40001": "error.busy",
  "40P01": "error.busy",
  "42501": "error.forbidden",
  "53300": "error.busy",
  "55P03": "error.busy",
  "57014": "error.busy",
  P0002: "error.gone",
  PGRST116: "error.gone",
  PGRST301: SESSION_OVER,
  PGRST303: SESSION_OVER,
  PT401: SESSION_OVER,
  PT403: "error.forbidden",
  PT404: "error.gone",
  PT409: "error.conflict",
  PT413: "error.tooLong",
  PT422: "error.notAccepted",
  PT429: "error.tooMany",
};

const RETRYABLE = new Set(["error.busy", "error.network", "error.server", "error.tooMany", "error.detail.too_fast"]);

/** Any error of supabase-js, of fetch, or thrown by mistake. */
export function readFailure(error: unknown): Failure {
  const { code, details, message, name, status } = readFacts(error);
  const key = isLostConnection(name, message, status)
    ? "error.network"
    : hasText(`error.detail.${details}`)
      ? `error.detail.${details}`
      : (Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || keyOfStatus(status);
  return { key, isRetryable: RETRYABLE.has(key), code };
}

function isLostConnection(name: string, message: string, status: number): boolean {
  if (name === "AuthRetryableFetchError") return status === 0;
  // Browsers word it differently: Chromium, Firefox, Safari. postgrest-js puts the name in front.
  return status === 0 && /failed to fetch|networkerror|load failed|network request failed/i.test(message);
}

function keyOfStatus(status: number): string {
  if (status === 401) return SESSION_OVER;
  if (status === 403) return "error.forbidden";
  if (status === 404) return "error.gone";
  if (status === 413) return "error.tooLong";
  if (status === 429) return "error.tooMany";
  return status >= 500 ? "error.server" : "error.unknown";
}

function readFacts(error: unknown) {
  const facts: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    code: text(facts.code),
    details: text(facts.details),
    // An Error's own name and message are not among its enumerable properties.
    message: error instanceof Error ? error.message : text(facts.message),
    name: error instanceof Error ? error.name : text(facts.name),
    status: typeof facts.status === "number" ? facts.status : 0,
  };
}
