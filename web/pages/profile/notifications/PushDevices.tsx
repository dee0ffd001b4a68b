import { useState } from "react";
import { nameDevice } from "../../../auth/factors/device";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { BellIcon } from "../../../components/icons";
import { useFetched } from "../../../lib/requests/useFetched";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { listDevices, type PushState, turnOn } from "../../../offline/push";
import { Device } from "./Device";
import styles from "./PushDevices.module.css";

/** Reason for which this device gets no messages. */
const NOTES: Partial<Record<PushState, string>> = { forbidden: "push.forbidden", install: "push.install" };

/** Push messages: nothing is sent to a device before its user has turned them on there. */
export function PushDevices() {
  const { t } = useTranslation();
  const { value, failure, fetch } = useFetched(listDevices);
  const [isBusy, setBusy] = useState(false);
  if (failure) return <FailureNotice failure={failure} onRetry={fetch} />;
  if (!value || (value.state === "missing" && value.devices.length === 0)) return null;

  const run = async (act: () => Promise<Outcome<unknown> | null>, done?: string) => {
    setBusy(true);
    const outcome = await act();
    if (!outcome || outcome.failure) showToast(t(outcome?.failure?.key ?? "push.failed"), { tone: "error" });
    else if (done) showToast(t(done), { tone: "success" });
    await fetch();
    setBusy(false);
  };
  const note = NOTES[value.state];
  return (
    <section className={styles.panel} aria-labelledby="push-devices">
      <h2 id="push-devices" className={styles.title}>
        {t("push.title")}
      </h2>
      <p className="soft">{t("push.text")}</p>
      {value.devices.length > 0 && (
        <ul className={styles.list}>
          {value.devices.map((device) => (
            <Device key={device.id} device={device} isBusy={isBusy} run={run} />
          ))}
        </ul>
      )}
      {note && <p className={styles.note}>{t(note)}</p>}
      {value.state === "off" && (
        <Button
          look="soft"
          isBusy={isBusy}
          onClick={() => run(() => turnOn(nameDevice(navigator.userAgent)), "push.turnedOn")}
        >
          <BellIcon size={18} />
          {t("push.turnOn")}
        </Button>
      )}
    </section>
  );
}
