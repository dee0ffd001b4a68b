import { useRef, useState } from "react";
import type { IntakeHandle } from "../../../components/intake/useIntake";
import type { DeskService, DeskTime, ReceptionPayload } from "../../../generated/payloads";
import { cancelBooking } from "../../../lib/api/booking/bookings";
import { type Booker, bookFor } from "../../../lib/api/booking/reception";
import { useLang } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";

export interface NewPerson {
  name: string;
  address: string;
}

interface Wish {
  words: string;
  /** Found, or new; null while one is looked for. */
  person: Booker | NewPerson | null;
  note: string;
  party: number;
}

const EMPTY: Wish = { words: "", person: null, note: "", party: 1 };

export function isNew(person: Wish["person"]): person is NewPerson {
  return person !== null && "address" in person;
}

/** One booking after the other: the form empties itself, and the last booking can be undone. */
export function useReception(data: ReceptionPayload, service: DeskService, onDone: () => void) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const cancelling = useAction(cancelBooking);
  const { run, isRunning, failure } = useAction(bookFor);
  const [wish, setWish] = useState(EMPTY);
  const [wanted, setWanted] = useState<string | null>(null);
  const [done, setDone] = useState<{ id: string; text: string } | null>(null);
  // Of the next booking: a repeated request is the same one.
  const id = useRef(newId());
  const intake = useRef<IntakeHandle>(null);
  const time =
    data.times.find((one) => one.startsAt === wanted) ?? data.times.find((one) => one.left >= wish.party) ?? null;
  const canBook = time !== null && wish.person !== null && wish.person.name.trim() !== "";

  const finish = (booked: string, name: string, at: DeskTime, hostId: string | null) => {
    const when = formatSpan(lang, at.startsAt, at.endsAt, service.timeZone, "full");
    const host = data.hosts.find(({ id }) => id === hostId)?.name;
    const text = host ? t("admin.reception.doneWith", { name, when, host }) : t("admin.reception.done", { name, when });
    setDone({ id: booked, text });
    setWish(EMPTY);
    setWanted(null);
    onDone();
  };
  const submit = async () => {
    if (!canBook || !time || !wish.person) return;
    const { party, note, person } = wish;
    const asked = {
      service: service.id,
      startsAt: time.startsAt,
      party,
      note,
      orWait: time.left < party,
      host: data.host,
    };
    const outcome = await run({ ...asked, person, language: lang }, id.current, intake.current?.send);
    if (outcome?.value) {
      id.current = newId();
      intake.current?.done();
      finish(outcome.value.id, person.name, time, outcome.value.host_id);
    }
    if (outcome && !outcome.failure?.isRetryable) await refresh();
  };
  // In the notice: a toast would lie over the button of the next booking on a phone.
  const undo = async () => {
    const outcome = done && (await cancelling.run(done.id));
    if (!outcome) return;
    const { failure } = outcome;
    if (!failure) setDone(null);
    showToast(t(failure ? failure.key : "common.undone"), { tone: failure ? "error" : "success" });
    await refresh();
  };
  const change = (changes: Partial<Wish>) => setWish({ ...wish, ...changes });
  return {
    intake,
    wish,
    change,
    time,
    setWanted,
    done,
    submit,
    canBook,
    isRunning,
    failure,
    undo,
    isUndoing: cancelling.isRunning,
  };
}
