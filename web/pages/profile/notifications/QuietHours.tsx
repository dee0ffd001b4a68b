import { useState } from "react";
import { Button } from "../../../components/Button";
import { SwitchField, TextField } from "../../../components/fields/Field";
import { saveNoticeSettings } from "../../../components/watch/notices";
import type { NoticeSettingsPayload } from "../../../generated/payloads";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Profile.module.css";

interface Props {
  data: NoticeSettingsPayload;
}

/** From when to when nothing is emailed or pushed, in the member's own time zone. */
export function QuietHours({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [isOn, setOn] = useState(data.quietFrom !== null);
  const [from, setFrom] = useState(data.quietFrom ?? "22:00");
  const [until, setUntil] = useState(data.quietUntil ?? "07:00");
  const [isTried, setTried] = useState(false);
  const error = isTried && (!from || !until || from === until) ? t("notices.quiet.same") : null;

  const save = (quietFrom: string | null, quietUntil: string | null) =>
    run(() => saveNoticeSettings({ ...data, quietFrom, quietUntil }), t("notices.saved"));
  const handleSwitch = (on: boolean) => {
    setOn(on);
    if (!on && data.quietFrom !== null) save(null, null);
  };
  const handleSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (from && until && from !== until) save(from, until);
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <SwitchField
        label={t("notices.quiet.on")}
        checked={isOn}
        disabled={isRunning}
        onChange={(event) => handleSwitch(event.target.checked)}
      />
      {isOn && (
        <>
          <TextField
            label={t("notices.quiet.from")}
            type="time"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={t("notices.quiet.until")}
            hint={t("notices.quiet.zone", { zone: data.timeZone })}
            error={error}
            type="time"
            required
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <Button type="submit" look="primary" isBusy={isRunning}>
            {t("common.save")}
          </Button>
        </>
      )}
    </form>
  );
}
