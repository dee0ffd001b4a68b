import { useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import type { DeskCase } from "../../../generated/payloads";
import { noteCase } from "../../../lib/api/rights/desk";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./desk.module.css";

/** Notes of staff for each other. The member does not see them. */
export function CaseNotes({ item }: { item: DeskCase }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { run, isRunning, failure } = useAction(noteCase);
  const handleAdd = async () => {
    if (!text.trim()) return;
    const outcome = await run(newId(), item.id, text);
    if (!outcome || outcome.failure) return;
    setText("");
    setOpen(false);
    await refresh();
  };
  return (
    <>
      {item.notes.map((note) => (
        <div key={note.id} className={styles.note}>
          <p>{note.body}</p>
          <p className="facts soft small">
            <span>{note.authorName ?? t("forum.formerMember")}</span>
            <DateTime value={note.createdAt} />
          </p>
        </div>
      ))}
      {isOpen ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void handleAdd();
          }}
        >
          <TextField
            label={t("admin.desk.note")}
            hint={t("admin.desk.noteHint")}
            required
            value={text}
            maxLength={1000}
            onChange={(event) => setText(event.target.value)}
          />
          <FailureNotice failure={failure} />
          <div>
            <Button type="submit" isBusy={isRunning}>
              {t("common.save")}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.addNote}>
          <Button look="quiet" size="small" onClick={() => setOpen(true)}>
            {t("admin.desk.addNote")}
          </Button>
        </div>
      )}
    </>
  );
}
