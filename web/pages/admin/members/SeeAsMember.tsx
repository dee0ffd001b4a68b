import { useId, useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialogs/Dialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import type { MemberPayload } from "../../../generated/payloads";
import { startPerspective } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";

interface Props {
  member: MemberPayload;
}

const LEAST = 10;

/** Opens the site as the member gets it, after a reason. */
export function SeeAsMember({ member }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const form = useId();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, failure, clear } = useAction(startPerspective);
  const isShort = reason.trim().length < LEAST;
  const handleStart = async () => {
    setChecked(true);
    if (isShort) return;
    const outcome = await run(member.id, reason.trim(), lang);
    // A document of its own: the pages below this path have no scripts.
    if (outcome?.value) location.assign(outcome.value.path);
  };
  const handleClose = () => {
    setAsking(false);
    setChecked(false);
    clear();
  };
  const foot = (
    <>
      <Button onClick={handleClose}>{t("common.goBack")}</Button>
      <Button type="submit" form={form} look="primary" isBusy={isRunning}>
        {t("admin.perspective.start")}
      </Button>
    </>
  );
  return (
    <section className={styles.sheet} aria-labelledby="member-perspective">
      <h2 id="member-perspective">{t("admin.perspective.title")}</h2>
      <p className="soft">{t("admin.perspective.lead")}</p>
      <div>
        <Button onClick={() => setAsking(true)}>{t("admin.perspective.start")}</Button>
      </div>
      <Dialog
        isOpen={isAsking}
        title={`${t("admin.perspective.title")}: ${member.displayName}`}
        foot={foot}
        onClose={handleClose}
      >
        <form
          id={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void handleStart();
          }}
        >
          <p>{t("admin.perspective.rules")}</p>
          <TextField
            label={t("admin.perspective.reason")}
            hint={t("admin.perspective.reasonHint")}
            required
            maxLength={500}
            value={reason}
            error={isChecked && isShort ? t("admin.perspective.reasonHint") : null}
            onChange={(event) => setReason(event.target.value)}
          />
          <FailureNotice failure={failure} />
        </form>
      </Dialog>
    </section>
  );
}
