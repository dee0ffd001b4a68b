import { type Failure, readFailure } from "../../requests/errors";

/** Reads what the database rejects as a text, by the code in `details` or the name of the constraint. */
export function refusalReader(refusals: Readonly<Record<string, string>>): (error: unknown) => Failure {
  return (error) => {
    const text = typeof error === "object" && error !== null ? Object.values(error).join(" ") : "";
    const known = Object.entries(refusals).find(([name]) => text.includes(name));
    const failure = readFailure(error);
    return known === undefined ? failure : { ...failure, key: known[1], isRetryable: false };
  };
}
