import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { SwitchField } from "../../../components/fields/Field";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { changeDetails, type PushDevice, readDevice, turnOff, turnOn } from "../../../offline/push";
import styles from "./PushDevices.module.css";

/** Push messages on the device in hand: nothing is sent to it before its user has turned them on here. */
export function PushDevices() {
  const { t } = useTranslation();
  const [device, setDevice] = useState<PushDevice | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isStale = false;
    readDevice().then((found) => isStale || setDevice(found));
    return () => {
      isStale = true;
    };
  }, []);
  if (!device || device.state === "missing") return null;

  const run = async (act: () => ReturnType<typeof turnOn>) => {
    setBusy(true);
    const outcome = await act();
    if (!outcome || outcome.failure) showToast(t(outcome?.failure?.key ?? "push.failed"), { tone: "error" });
    setDevice(await readDevice());
    setBusy(false);
  };
  const isOn = device.state === "on";
  const note = device.state === "forbidden" ? "push.forbidden" : device.state === "install" ? "push.install" : null;
  return (
    <section className={styles.panel} aria-labelledby="push-devices">
      <h2 id="push-devices" className={styles.title}>
        {t("push.title")}
      </h2>
      <p className="soft">{t("push.text")}</p>
      {note && <p>{t(note)}</p>}
      {isOn && (
        <SwitchField
          label={t("push.details")}
          checked={device.hasDetails}
          disabled={isBusy}
          onChange={(event) => run(() => changeDetails(event.target.checked))}
        />
      )}
      {!note && (
        <Button isBusy={isBusy} onClick={() => run(isOn ? turnOff : () => turnOn(false))}>
          {t(isOn ? "push.turnOff" : "push.turnOn")}
        </Button>
      )}
    </section>
  );
}
