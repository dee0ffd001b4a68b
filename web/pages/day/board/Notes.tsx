import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextArea } from "../../../components/fields/Field";
import type { BoardBooking, BoardNote } from "../../../generated/payloads";
import { addBookingNote, deleteBookingNote } from "../../../lib/api/day/board";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../day.module.css";

const MAX_NOTE = 2000;

interface Props {
  booking: BoardBooking;
}

/** Notes of staff on a booking: its member never sees them. */
export function Notes({ booking }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [text, setText] = useState("");
  // The same note sent again after a lost answer is the same row.
  const id = useRef(newId());
  const { run, isRunning, failure } = useAction(addBookingNote);

  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const outcome = await run(id.current, booking.id, text.trim());
    if (!outcome?.value) return;
    id.current = newId();
    setText("");
    await refresh();
  };

  return (
    <section className="stack" aria-label={t("day.notes")}>
      {booking.notes.length > 0 && (
        <ul className={styles.notes}>
          {booking.notes.map((note) => (
            <Note key={note.id} note={note} booking={booking} />
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={handleSubmit}>
        <TextArea
          label={t("day.note")}
          hint={t("day.note.hint")}
          rows={2}
          maxLength={MAX_NOTE}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <p>
          <Button type="submit" look="soft" size="small" isBusy={isRunning}>
            {t("day.note.add")}
          </Button>
        </p>
      </form>
    </section>
  );
}

interface NoteProps extends Props {
  note: BoardNote;
}

function Note({ note, booking }: NoteProps) {
  const { t } = useTranslation();
  const { run } = useQuickAction();
  const handleDelete = () =>
    run(
      () => deleteBookingNote(note.id),
      t("day.note.deleted"),
      () => addBookingNote(newId(), booking.id, note.body),
    );
  return (
    <li>
      <p>{note.body}</p>
      <p className="facts soft small">
        {note.writerName && <span>{note.writerName}</span>}
        <DateTime value={note.createdAt} />
        {note.isOwn && (
          <Button look="quiet" size="small" onClick={handleDelete}>
            {t("day.note.delete")}
          </Button>
        )}
      </p>
    </li>
  );
}
