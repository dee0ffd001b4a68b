import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { IntakeHandle } from "../../../components/intake/useIntake";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { doneAs } from "../../../lib/api/booking/bookingAnswer";
import { bookAsGuest, NOT_PROVEN, proveGuestAddress, requestGuestCode } from "../../../lib/api/booking/guests";
import { bookSeriesAsGuest } from "../../../lib/api/booking/series";
import { useLang } from "../../../lib/context";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { wholeAct } from "../course/wholeAct";
import { useHold } from "../hold/useHold";

export interface GuestDetails {
  name: string;
  address: string;
  party: number;
  note: string;
  /** Null: the first that the site has. */
  channel: string | null;
}

/** An address as the server stores it, since when a code was sent there, and the token once the code was right. */
interface Proof {
  typed: string;
  stored: string;
  token: string | null;
}

/**
 * The way of a guest's booking: a code is sent, typed, exchanged for a token, and the token books. A token outlives another
 * choice of time, so a full slot costs no second code.
 */
export function useGuestBooking(data: BookServicePayload, chosen: BookingSlot, isWhole = false) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const timeZone = useTimeZone();
  const [details, setDetails] = useState<GuestDetails>({ name: "", address: "", party: 1, note: "", channel: null });
  const [proof, setProof] = useState<Proof | null>(null);
  const [isWrong, setWrong] = useState(false);
  const asking = useAction(requestGuestCode);
  const proving = useAction(proveGuestAddress);
  const booking = useAction(isWhole ? bookSeriesAsGuest : bookAsGuest);
  const ids = useRef(new Map<string, string>());
  const isLeaving = useRef(false);
  const intake = useRef<IntakeHandle>(null);
  // As they were sent off: the questions go away while the code is typed.
  const answers = useRef<IntakeHandle>(null);
  const hold = useHold(data, chosen, details.party, isWhole);
  const isShort = details.party > Math.max(chosen.left, hold.left);
  const isProven = proof?.typed === details.address && proof.token !== null;

  const sendCode = async () => {
    const outcome = await asking.run(details.address, lang);
    if (outcome?.value) setProof({ typed: details.address, stored: outcome.value, token: null });
  };
  const book = async (address: string, token: string) => {
    if (isLeaving.current) return;
    const { name, party, note, channel } = details;
    const wish = {
      service: data.service.id,
      startsAt: chosen.startsAt,
      name,
      address,
      token,
      party,
      note,
      host: data.host,
      channel,
    };
    const act = JSON.stringify(wish);
    const id = ids.current.get(act) ?? newId();
    ids.current.set(act, id);
    const outcome = await booking.run(id, answers.current?.send, {
      ...wish,
      orWait: isShort,
      language: lang,
      timeZone,
    });
    if (outcome?.value) {
      isLeaving.current = true;
      answers.current?.done();
      showToast(t(`book.guest.done.${doneAs(outcome.value)}`), { tone: "success" });
      navigate(pathTo.bookTicket({ lang, link: outcome.value.link }));
    } else if (outcome?.failure?.key === NOT_PROVEN) {
      setProof(null);
    } else if (outcome && !outcome.failure?.isRetryable) {
      refresh();
    }
  };
  const giveCode = async (code: string) => {
    if (!proof) return;
    const outcome = await proving.run(proof.stored, code);
    if (!outcome || outcome.failure) return;
    setWrong(outcome.value === null);
    if (outcome.value === null) return;
    setProof({ ...proof, token: outcome.value });
    await book(proof.stored, outcome.value);
  };
  const submit = () => {
    answers.current = intake.current;
    return isProven && proof?.token ? book(proof.stored, proof.token) : sendCode();
  };

  const act = isShort
    ? "book.service.wait"
    : isWhole
      ? wholeAct(data.service)
      : data.service.needsConfirmation
        ? "book.service.ask"
        : "book.service.book";

  return {
    intake,
    details,
    act,
    change: (changes: Partial<GuestDetails>) => setDetails({ ...details, ...changes }),
    step: proof && !proof.token && proof.typed === details.address ? ("code" as const) : ("details" as const),
    stored: proof?.stored ?? "",
    hold,
    isShort,
    isProven,
    isWrong,
    isRunning: asking.isRunning || proving.isRunning || booking.isRunning,
    failure: booking.failure ?? proving.failure ?? asking.failure,
    submit,
    sendCode,
    giveCode,
    goBack: () => setProof(null),
  };
}
