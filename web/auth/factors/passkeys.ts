/**
 * Passkeys: keys that a device keeps and that sign their owner in without a password. The list of one's own, and signing
 * in. A key may stand as a second factor too; that is in lib/factors.ts.
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

/** Whether this browser can make and use keys at all: an old one cannot, nor any over plain HTTP. */
export function canUseKeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === "function";
}

/** The browser asks which passkey it shall be. */
export function signInWithPasskey(): Promise<Outcome<unknown>> {
  return ask(async (auth) => auth.signInWithPasskey({ options: await proof() }));
}

export function listPasskeys(): Promise<Outcome<Passkey[]>> {
  return ask((auth) => auth.passkey.list());
}

/** A new one, under the name of the device that it was made on; without a name it counts as well. */
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
