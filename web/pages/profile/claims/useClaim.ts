import { useState } from "react";
import { type Claimable, claimGuests, listClaims } from "../../../lib/api/booking/claims";
import { NOT_PROVEN, proveGuestAddress, requestGuestCode } from "../../../lib/api/booking/guests";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";

/** An address as the server stores it, and what a right code for it has opened. */
interface Proof {
  stored: string;
  token: string | null;
  found: readonly Claimable[];
}

/** The way of a claim: a code is sent, typed and exchanged for a token, and the token lists and takes. */
export function useClaim() {
  const lang = useLang();
  const [proof, setProof] = useState<Proof | null>(null);
  const [isWrong, setWrong] = useState(false);
  const asking = useAction(requestGuestCode);
  const proving = useAction(proveGuestAddress);
  const listing = useAction(listClaims);
  const claiming = useAction(claimGuests);

  const sendCode = async (address: string) => {
    const outcome = await asking.run(address, lang);
    if (outcome?.value) setProof({ stored: outcome.value, token: null, found: [] });
  };
  const giveCode = async (code: string) => {
    if (!proof) return;
    const outcome = await proving.run(proof.stored, code);
    if (!outcome || outcome.failure) return;
    setWrong(outcome.value === null);
    if (outcome.value === null) return;
    const found = await listing.run(proof.stored, outcome.value);
    if (found?.value) setProof({ ...proof, token: outcome.value, found: found.value });
  };
  /** The number of bookings; null if it failed. */
  const take = async (guests: string[]): Promise<number | null> => {
    if (!proof?.token) return null;
    const outcome = await claiming.run(guests, proof.stored, proof.token);
    if (outcome?.failure?.key === NOT_PROVEN) setProof(null);
    return outcome && !outcome.failure ? outcome.value : null;
  };
  return {
    step: !proof ? ("address" as const) : proof.token ? ("names" as const) : ("code" as const),
    stored: proof?.stored ?? "",
    found: proof?.found ?? [],
    isWrong,
    isRunning: asking.isRunning || proving.isRunning || listing.isRunning || claiming.isRunning,
    failure: claiming.failure ?? listing.failure ?? proving.failure ?? asking.failure,
    sendCode,
    giveCode,
    take,
  };
}
