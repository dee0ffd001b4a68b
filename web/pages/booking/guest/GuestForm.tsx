import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField, TextArea, TextField } from "../../../components/fields/Field";
import { Questions } from "../../../components/intake/Questions";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { focusFirstMistake } from "../../../lib/forms/mistakes";
import { useTranslation } from "../../../lib/texts";
import { HoldNote } from "../hold/HoldNote";
import { useChoice } from "../slots/choice";
import { Dock } from "../slots/Dock";
import { Suggestions } from "../slots/Suggestions";
import { ChannelField } from "./ChannelField";
import { CodeStep } from "./CodeStep";
import { type GuestDetails, useGuestBooking } from "./useGuestBooking";

interface Props {
  data: BookServicePayload;
  chosen: BookingSlot;
  /** All dates of a course. */
  isWhole?: boolean;
}

const PHONE = /^\+?[\d\s().-]{6,24}$/;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MAX_NOTE = 1000;
const MAX_NAME = 80;

/** Booking without an account: name and address, then the code that was sent there. */
export function GuestForm({ data, chosen, isWhole = false }: Props) {
  const { t } = useTranslation();
  const booking = useGuestBooking(data, chosen, isWhole);
  const { service, hasSms } = data;
  const [errors, setErrors] = useState<Record<"name" | "address", string | null>>({ name: null, address: null });
  const form = useRef<HTMLFormElement>(null);
  const address = booking.details.address.trim();
  // The button that opened the form is gone, and the form begins below the screen of a phone.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    const isAddress = EMAIL.test(address) || (hasSms && PHONE.test(address));
    const wrong = {
      name: booking.details.name.trim() ? null : t("book.guest.nameMissing"),
      address: isAddress ? null : t(hasSms ? "book.guest.addressWrong" : "book.guest.emailWrong"),
    };
    setErrors(wrong);
    // Both, so that everything that is wrong is marked at once.
    const isAnswered = booking.intake.current?.check() ?? true;
    if (!wrong.name && !wrong.address && isAnswered) booking.submit();
    else focusFirstMistake(form.current);
  };

  if (booking.step === "code") return <CodeStep booking={booking} chosen={chosen} timeZone={service.timeZone} />;
  return (
    <form ref={form} className="stack" onSubmit={handleSubmit} noValidate>
      <SignInNote />
      <HoldNote hold={booking.hold} isFree={!booking.isShort} />
      <FailureNotice failure={booking.failure} onRetry={handleSubmit} />
      {booking.isShort ? <Suggestions data={data} /> : service.needsConfirmation && <p>{t("book.service.confirms")}</p>}
      <Who details={booking.details} change={booking.change} errors={errors} hasSms={hasSms} />
      {PHONE.test(address) && data.phoneChannels.length > 1 && (
        <ChannelField
          offered={data.phoneChannels}
          chosen={booking.details.channel ?? data.phoneChannels[0]}
          onChange={(channel) => booking.change({ channel })}
        />
      )}
      {service.perPerson > 1 && (
        <SelectField
          label={t("book.service.party")}
          value={String(booking.details.party)}
          onChange={(event) => booking.change({ party: Number(event.target.value) })}
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
        value={booking.details.note}
        onChange={(event) => booking.change({ note: event.target.value })}
      />
      <Questions questions={data.questions} place={service.id} handle={booking.intake} />
      <Dock chosen={chosen} timeZone={service.timeZone}>
        <Button type="submit" look="primary" size="big" isBusy={booking.isRunning}>
          {t(booking.isProven ? booking.act : "book.guest.sendCode")}
        </Button>
      </Dock>
    </form>
  );
}

interface WhoProps {
  details: GuestDetails;
  change: (changes: Partial<GuestDetails>) => void;
  errors: Record<"name" | "address", string | null>;
  hasSms: boolean;
}

function Who({ details, change, errors, hasSms }: WhoProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t("book.guest.name")}
        error={errors.name}
        required
        autoComplete="name"
        maxLength={MAX_NAME}
        value={details.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t(hasSms ? "book.guest.address" : "book.guest.email")}
        hint={t(hasSms ? "book.guest.addressHint" : "book.guest.emailHint")}
        error={errors.address}
        required
        inputMode={hasSms ? "text" : "email"}
        autoComplete={hasSms ? "username" : "email"}
        autoCapitalize="none"
        maxLength={254}
        value={details.address}
        onChange={(event) => change({ address: event.target.value })}
      />
    </>
  );
}

function SignInNote() {
  const { t } = useTranslation();
  const lang = useLang();
  const next = useChoice()({});
  return (
    <p className="small soft">
      {t("book.guest.haveAccount")} <Link to={pathTo.signin({ lang }, { next })}>{t("book.service.toSignIn")}</Link>
    </p>
  );
}
