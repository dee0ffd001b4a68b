import { type FormEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { TextField } from "../../../components/fields/Field";
import { Questions } from "../../../components/intake/Questions";
import { pathTo } from "../../../generated/paths";
import type { DeskService, ReceptionPayload } from "../../../generated/payloads";
import type { Booker } from "../../../lib/api/booking/reception";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { PersonPicker } from "./PersonPicker";
import styles from "./Reception.module.css";
import { TimeChoice } from "./TimeChoice";
import { isNew, type NewPerson, useReception, WHOLE } from "./useReception";

interface Props {
  data: ReceptionPayload;
  service: DeskService;
}

/** Person, time, button. After a booking the form is empty again, for the next caller. */
export function ReceptionForm({ data, service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const desk = useReception(data, service, () => field.current?.focus());
  const { wish, change, time, done } = desk;
  useEffect(() => field.current?.focus(), []);

  const choose = (person: Booker | null) => {
    change({ words: person?.name ?? wish.words, person: person ?? asNew(wish.words) });
    if (person) button.current?.focus();
  };
  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    desk.submit();
  };
  return (
    <form className="stack" noValidate onSubmit={handleSubmit}>
      {done && (
        <Notice
          tone="good"
          isAlert
          action={
            <span className="cluster">
              <Link to={pathTo.bookView({ lang, bookId: done.id })}>{t("admin.reception.open")}</Link>
              <Button size="small" isBusy={desk.isUndoing} onClick={desk.undo}>
                {t("common.undo")}
              </Button>
            </span>
          }
        >
          {done.text}
        </Notice>
      )}
      <FailureNotice failure={desk.failure} onRetry={handleSubmit} />
      <PersonPicker
        service={service.id}
        timeZone={service.timeZone}
        words={wish.words}
        isChosen={wish.person !== null}
        field={field}
        onType={(words) => change({ words, person: null })}
        onChoose={choose}
      />
      {isNew(wish.person) && <NewPersonFields person={wish.person} onChange={(person) => change({ person })} />}
      <TimeChoice
        data={data}
        service={service}
        chosen={desk.isWhole ? WHOLE : (time?.startsAt ?? null)}
        party={wish.party}
        onChoose={desk.setWanted}
      />
      <div className={styles.where}>
        {service.capacity > 1 && (
          <TextField
            label={t("book.service.party")}
            type="number"
            required
            min={1}
            max={service.capacity}
            value={wish.party}
            onChange={(event) => change({ party: Math.min(Math.max(1, Number(event.target.value)), service.capacity) })}
          />
        )}
        <TextField
          label={t("book.service.note")}
          maxLength={1000}
          value={wish.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </div>
      <Questions questions={data.questions} place={`desk-${service.id}`} handle={desk.intake} />
      <div>
        <Button
          ref={button}
          type="submit"
          look="primary"
          size="big"
          isBusy={desk.isRunning}
          aria-disabled={!desk.canBook}
        >
          {t(time && time.left < wish.party ? "book.service.wait" : "admin.reception.book")}
        </Button>
      </div>
    </form>
  );
}

interface NewPersonProps {
  person: NewPerson;
  onChange: (person: NewPerson) => void;
}

/** The typed text fills one of the two; the other has the focus. */
function NewPersonFields({ person, onChange }: NewPersonProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning only.
  useEffect(() => group.current?.querySelectorAll("input")[person.name ? 1 : 0]?.focus(), []);
  return (
    <div ref={group} className={styles.where}>
      <TextField
        label={t("admin.reception.name")}
        required
        maxLength={80}
        autoComplete="off"
        value={person.name}
        onChange={(event) => onChange({ ...person, name: event.target.value })}
      />
      <TextField
        label={t("book.guest.address")}
        hint={t("admin.reception.addressHint")}
        maxLength={254}
        autoComplete="off"
        value={person.address}
        onChange={(event) => onChange({ ...person, address: event.target.value })}
      />
    </div>
  );
}

/** The typed text as a name, or as an address if it looks like one. */
function asNew(words: string): NewPerson {
  const typed = words.trim();
  return /^[+\d][\d\s().-]{5,}$|@/.test(typed) ? { name: "", address: typed } : { name: typed, address: "" };
}
