/** The second step of signing in, and the factors that it takes. */
import type { Factor } from "@supabase/supabase-js";
import { ask } from "./account";
import type { Outcome } from "./write";

/** The verified factors of who is signed in half or whole; apps first, since they cost nobody a message. */
export async function findFactors(): Promise<Outcome<Factor[]>> {
  const listed = await ask((auth) => auth.mfa.listFactors());
  if (listed.failure) return listed;
  const verified = listed.value.all.filter((factor) => factor.status === "verified");
  return { value: verified.sort((a, b) => rank(a) - rank(b)), failure: null };
}

const rank = (factor: Factor) => (factor.factor_type === "totp" ? 0 : 1);

/** A code by SMS for a phone factor; the answer names the challenge that the code belongs to. */
export function challengePhone(factorId: string): Promise<Outcome<{ id: string }>> {
  return ask((auth) => auth.mfa.challenge({ factorId, channel: "sms" }));
}

/** Gives a code. An app's code needs no challenge of its own beforehand, a phone's does. */
export function giveCode(factorId: string, challengeId: string | null, code: string): Promise<Outcome<unknown>> {
  return ask((auth) =>
    challengeId === null
      ? auth.mfa.challengeAndVerify({ factorId, code })
      : auth.mfa.verify({ factorId, challengeId, code }),
  );
}
