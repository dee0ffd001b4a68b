import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { BOT_CHECK_REQUIRED } from "../../../auth/botCheck/botCheck";
import { Button } from "../../../components/Button";
import { BotCheckFallback } from "../../../components/botCheck/BotCheckFallback";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField, TextArea } from "../../../components/fields/Field";
import { Questions } from "../../../components/intake/Questions";
import type { IntakeHandle } from "../../../components/intake/useIntake";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { book } from "../../../lib/api/booking/book";
import { doneAs } from "../../../lib/api/booking/bookingAnswer";
import { useLang } from "../../../lib/context";
import { useDraft } from "../../../lib/forms/drafts";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { HoldNote } from "../hold/HoldNote";
import { useHold } from "../hold/useHold";
import { Dock } from "./Dock";
import { Suggestions } from "./Suggestions";

interface Props {
  data: BookServicePayload;
  chosen: BookingSlot;
  /** Of a whole course, in place of one time. */
  act?: typeof book;
  label?: string;
}

const MAX_NOTE = 1000;

/** Typed values, for any time of the service. */
interface Wish {
  party: number;
  note: string;
}

const BLANK: Wish = { party: 1, note: "" };

function isWish(value: unknown): value is Wish {
  if (typeof value !== "object" || value === null || !("party" in value) || !("note" in value)) return false;
  return Number.isInteger(value.party) && typeof value.note === "string";
}

/** The service may allow fewer people since. */
function withinLimits({ party, note }: Wish, perPerson: number): Wish {
  return { party: Math.max(1, Math.min(party, perPerson)), note };
}

/** How many come, a note, and the button. With too few places left for the party, the line for them. */
export function BookingForm({ data, chosen, act = book, label }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(act);
  const draft = useDraft(`booking:${data.service.id}`, isWish);
  // Undefined until the user edits the form; until then a stored draft fills it.
  const [touched, setTouched] = useState<Wish>();
  const { party, note } = withinLimits(touched ?? draft.found ?? BLANK, data.service.perPerson);
  const isLeaving = useRef(false);
  const intake = useRef<IntakeHandle>(null);
  const { service } = data;
  const hold = useHold(data, chosen, party, label !== undefined);
  const left = Math.max(chosen.left, hold.left);
  const isShort = party > left;

  const change = (changes: Partial<Wish>) => {
    const next = { party, note, ...changes };
    setTouched(next);
    draft.keep(next);
  };
  const handleSubmit = async (event?: React.FormEvent) => {
    event?.preventDefault();
    // The second half of a doubled click, after the answer: it would put the next screen into the history twice.
    if (isLeaving.current) return;
    const wish = { service: service.id, startsAt: chosen.startsAt, party, note, orWait: isShort, host: data.host };
    const outcome = await run(wish, intake.current?.send);
    if (outcome?.value) {
      isLeaving.current = true;
      draft.discard();
      intake.current?.done();
      showToast(t(`book.done.${doneAs(outcome.value)}`), { tone: "success" });
      navigate(pathTo.bookView({ lang, bookId: outcome.value.id }));
    } else if (outcome && !outcome.failure?.isRetryable && outcome.failure?.key !== BOT_CHECK_REQUIRED) {
      // Another booking was faster, or the hours have changed: show the current state.
      refresh();
    }
  };

  return (
    <form className="stack" data-part="booking" noValidate onSubmit={handleSubmit}>
      <HoldNote hold={hold} isFree={!isShort} />
      <Places chosen={{ ...chosen, left }} isShort={isShort} capacity={service.capacity} />
      <FailureNotice failure={failure} onRetry={handleSubmit} />
      <BotCheckFallback failure={failure} onProven={handleSubmit} />
      {isShort ? <Suggestions data={data} /> : service.needsConfirmation && <p>{t("book.service.confirms")}</p>}
      {service.perPerson > 1 && (
        <SelectField
          label={t("book.service.party")}
          value={String(party)}
          onChange={(event) => change({ party: Number(event.target.value) })}
          options={Array.from({ length: service.perPerson }, (_, n) => ({
            value: String(n + 1),
            label: t("book.people", { count: n + 1 }),
          }))}
        />
      )}
      <TextArea
        label={t("book.service.note")}
        hint={t("book.service.noteHint")}
        rows={2}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Questions questions={data.questions} place={service.id} handle={intake} />
      <Dock chosen={chosen} timeZone={service.timeZone}>
        <Button type="submit" look="primary" size="big" isBusy={isRunning}>
          {label && !isShort
            ? label
            : t(isShort ? "book.service.wait" : service.needsConfirmation ? "book.service.ask" : "book.service.book")}
        </Button>
      </Dock>
    </form>
  );
}

interface PlacesProps {
  chosen: BookingSlot;
  isShort: boolean;
  capacity: number;
}

function Places({ chosen, isShort, capacity }: PlacesProps) {
  const { t } = useTranslation();
  if (!isShort) return capacity > 1 ? <p>{t("book.places", { count: chosen.left })}</p> : null;
  const what = chosen.left > 0 ? "book.service.tooFewLeft" : "book.service.isFull";
  return (
    <p>
      <strong>{t(what, { count: chosen.left })}</strong>{" "}
      {chosen.waiting > 0 ? t("book.service.line", { count: chosen.waiting }) : t("book.service.firstInLine")}
    </p>
  );
}
