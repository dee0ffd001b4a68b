/** Recovery codes, which replace a lost second factor: auth endpoints that the client library lacks. */

import type { Outcome } from "../../lib/requests/write";
import { ask } from "../account";
import { callAuth } from "../authCalls";

export function makeRecoveryCodes(): Promise<Outcome<{ codes: string[] }>> {
  return ask(() => callAuth<{ codes: string[] }>("POST", "/recovery-codes"));
}

export function countRecoveryCodes(): Promise<Outcome<{ left: number }>> {
  return ask(() => callAuth<{ left: number }>("GET", "/recovery-codes"));
}

/** Raises the session to AAL2, as a factor does. */
export function giveRecoveryCode(code: string): Promise<Outcome<unknown>> {
  return ask(async (auth) => {
    const path = "/recovery-codes/verify";
    const given = await callAuth<{ access_token: string; refresh_token: string }>("POST", path, { code });
    return given.data ? auth.setSession(given.data) : given;
  });
}
