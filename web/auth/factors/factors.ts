/** The second step of signing in, and its factors. */
import type { Factor } from "@supabase/supabase-js";
import type { Outcome } from "../../lib/requests/write";
import { ask } from "../account";

/** The verified factors of the session's user, at any assurance level; apps first, since they need no SMS. */
export async function findFactors(): Promise<Outcome<Factor[]>> {
  const listed = await ask((auth) => auth.mfa.listFactors());
  if (listed.failure) return listed;
  const verified = listed.value.all.filter((factor) => factor.status === "verified");
  return { value: verified.sort((a, b) => rank(a) - rank(b)), failure: null };
}

const RANKS: Partial<Record<string, number>> = { totp: 0, webauthn: 1 };
const rank = (factor: Factor) => RANKS[factor.factor_type] ?? 2;

/** Sends a code by SMS for a phone factor; the response names the challenge of the code. */
export function challengePhone(factorId: string): Promise<Outcome<{ id: string }>> {
  return ask((auth) => auth.mfa.challenge({ factorId, channel: "sms" }));
}

/** Submits a code. A phone's code needs a challenge beforehand, an app's does not. */
export function giveCode(factorId: string, challengeId: string | null, code: string): Promise<Outcome<unknown>> {
  return ask((auth) =>
    challengeId === null
      ? auth.mfa.challengeAndVerify({ factorId, code })
      : auth.mfa.verify({ factorId, challengeId, code }),
  );
}

/** The browser asks for the security key and signs the challenge. */
export function giveKey(factorId: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.mfa.webauthn.authenticate({ factorId }));
}

/** Unverified factors of the same kind are deleted first: their names would collide. */
async function removeUnfinished(kind: Factor["factor_type"]): Promise<void> {
  const listed = await listFactors();
  const unfinished = (listed.value ?? []).filter((one) => one.status !== "verified" && one.factor_type === kind);
  for (const factor of unfinished) await removeFactor(factor.id);
}

export async function listFactors(): Promise<Outcome<Factor[]>> {
  const listed = await ask((auth) => auth.mfa.listFactors());
  return listed.failure ? listed : { value: listed.value.all, failure: null };
}

export async function enrolApp(name: string) {
  await removeUnfinished("totp");
  return ask((auth) => auth.mfa.enroll({ factorType: "totp", friendlyName: name }));
}

export async function enrolPhone(name: string, phone: string) {
  await removeUnfinished("phone");
  return ask((auth) => auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone }));
}

/** The browser asks for the key at once; its response verifies the factor. */
export async function enrolKey(name: string): Promise<Outcome<unknown>> {
  await removeUnfinished("webauthn");
  return ask((auth) => auth.mfa.webauthn.register({ friendlyName: name }));
}

export function removeFactor(factorId: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.mfa.unenroll({ factorId }));
}
