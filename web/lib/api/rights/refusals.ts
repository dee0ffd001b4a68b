import { type Failure, readFailure } from "../../requests/errors";

/** By the code in `details`, else by the constraint. */
const REFUSALS: Readonly<Record<string, string>> = {
  role_grants_once: "admin.roles.error.given",
};

/** What the database rejects of groups, roles and rights, as texts. */
export function readRefusal(error: unknown): Failure {
  const text = typeof error === "object" && error !== null ? Object.values(error).join(" ") : "";
  const known = Object.entries(REFUSALS).find(([name]) => text.includes(name));
  const failure = readFailure(error);
  return known === undefined ? failure : { ...failure, key: known[1], isRetryable: false };
}
