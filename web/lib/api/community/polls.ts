/** Votes in polls. */
import type { Outcome } from "../../requests/write";
import { call } from "../forum";

/** Votes, or changes the vote. No choices take it back. */
export function vote(poll: string, choices: number[]): Promise<Outcome<unknown>> {
  return call("vote", { poll, choices });
}

export function closePoll(poll: string): Promise<Outcome<unknown>> {
  return call("close_poll", { poll });
}
