import { useRef, useState } from "react";
import type { IntakeHandle } from "../../../components/intake/useIntake";
import type { DeskService, DeskTime, ReceptionPayload } from "../../../generated/payloads";
import { cancelBooking } from "../../../lib/api/booking/bookings";
import { type Booker, bookFor, type DeskAnswer } from "../../../lib/api/booking/reception";
import { cancelSeries } from "../../../lib/api/booking/series";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
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

/** The choice of the whole course, where the others are times. */
export const WHOLE = "whole";

const EMPTY: Wish = { words: "", person: null, note: "", party: 1 };

interface Done {
  id: string;
  isWhole: boolean;
  text: string;
}

export function isNew(person: Wish["person"]): person is NewPerson {
  return person !== null && "address" in person;
}

/** The chosen time, else the first with enough places, else the whole course if it has enough. */
function chooseTime({ times, course }: ReceptionPayload, wanted: string | null, party: number) {
  const free = wanted === WHOLE ? undefined : times.find((one) => one.left >= party);
  const time = times.find((one) => one.startsAt === wanted) ?? free ?? null;
  const whole = course?.whole ?? null;
  const isWhole = time === null && whole !== null && (wanted === WHOLE || whole.left >= party);
  return { time: isWhole ? whole : time, isWhole };
}

/** One booking after the other: the form empties itself, and the last booking can be undone. */
export function useReception(data: ReceptionPayload, service: DeskService, onDone: () => void) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const cancelling = useAction<[Done], unknown>(({ id, isWhole }) => (isWhole ? cancelSeries(id) : cancelBooking(id)));
  const { run, isRunning, failure } = useAction(bookFor);
  const [wish, setWish] = useState(EMPTY);
  const [wanted, setWanted] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  // Of the next booking: a repeated request is the same one.
  const id = useRef(newId());
  const intake = useRef<IntakeHandle>(null);
  const { time, isWhole } = chooseTime(data, wanted, wish.party);
  const canBook = time !== null && wish.person !== null && wish.person.name.trim() !== "";

  const finish = (booked: DeskAnswer, name: string, at: DeskTime) => {
    const day = formatMoment(lang, at.startsAt, service.timeZone, "day");
    const when = isWhole
      ? t("admin.reception.course", { count: data.course?.dates.length ?? 0, day })
      : formatSpan(lang, at.startsAt, at.endsAt, service.timeZone, "full");
    const host = isWhole ? null : data.hosts.find(({ id }) => id === booked.host_id)?.name;
    const key = booked.status === "waiting" ? "waits" : host ? "doneWith" : "done";
    setDone({ id: booked.id, isWhole, text: t(`admin.reception.${key}`, { name, when, host: host ?? "" }) });
    setWish(EMPTY);
    setWanted(null);
    onDone();
  };
  const submit = async () => {
    if (!canBook || !time || !wish.person) return;
    const { party, note, person } = wish;
    const asked = {
      service: service.id,
      startsAt: isWhole ? null : time.startsAt,
      party,
      note,
      orWait: time.left < party,
      host: data.host,
    };
    const outcome = await run({ ...asked, person, language: lang }, id.current, intake.current?.send);
    if (outcome?.value) {
      id.current = newId();
      intake.current?.done();
      finish(outcome.value, person.name, time);
    }
    if (outcome && !outcome.failure?.isRetryable) await refresh();
  };
  // In the notice: a toast would lie over the button of the next booking on a phone.
  const undo = async () => {
    const outcome = done && (await cancelling.run(done));
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
    isWhole,
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
