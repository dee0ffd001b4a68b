/**
 * Passkeys: keys on a device that sign their owner in without a password. Lists the user's own and signs in with them.
 * A key as a second factor is in auth/factors/factors.ts.
 */

import type { Outcome } from "../../lib/requests/write";
import { ask, proof } from "../account";
import { nameDevice } from "./device";

export interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

/** Whether this browser supports passkeys: old ones do not, nor any over plain HTTP. */
export function canUseKeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === "function";
}

/** Signs in; the browser asks which passkey to use. */
export function signInWithPasskey(): Promise<Outcome<unknown>> {
  return ask(async (auth) => auth.signInWithPasskey({ options: await proof() }));
}

export function listPasskeys(): Promise<Outcome<Passkey[]>> {
  return ask((auth) => auth.passkey.list());
}

/** Registers a passkey under the name of its device. The name is optional: the key works without. */
export async function addPasskey(): Promise<Outcome<Passkey>> {
  const made = await ask((auth) => auth.registerPasskey());
  const device = nameDevice(navigator.userAgent);
  if (!made.failure && device) await renamePasskey(made.value.id, device);
  return made;
}

export function renamePasskey(passkeyId: string, friendlyName: string): Promise<Outcome<Passkey>> {
  return ask((auth) => auth.passkey.update({ passkeyId, friendlyName }));
}

export function removePasskey(passkeyId: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.passkey.delete({ passkeyId }));
}
