import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { SwitchField } from "../../../components/fields/Field";
import { Tag } from "../../../components/Tag";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { changeDetails, type PushDevice, removeDevice, sendTest } from "../../../offline/push";
import styles from "./PushDevices.module.css";

interface Props {
  device: PushDevice;
  isBusy: boolean;
  run: (act: () => Promise<Outcome<unknown>>, done?: string) => Promise<void>;
}

/** One device that gets push messages: what its lock screen shows, a test message, and the way to remove it. */
export function Device({ device, isBusy, run }: Props) {
  const { t } = useTranslation();
  const name = device.name || t("push.unknown");
  return (
    <li className={styles.device}>
      <p className="cluster">
        <strong>{name}</strong>
        {device.isThis && <Tag tone="good">{t("push.here")}</Tag>}
        <span className="soft small">
          <DateTime value={device.addedAt} format="date" say={(date) => t("push.since", { date })} />
        </span>
      </p>
      <SwitchField
        label={t("push.details")}
        checked={device.hasDetails}
        disabled={isBusy}
        onChange={({ target }) => run(() => changeDetails(device.id, target.checked))}
      />
      <p className={styles.acts}>
        <Button
          look="soft"
          size="small"
          isBusy={isBusy}
          aria-label={`${t("push.sendTest")}: ${name}`}
          onClick={() => run(() => sendTest(device.id), "push.testSent")}
        >
          {t("push.sendTest")}
        </Button>
        <Button
          look="quiet"
          size="small"
          isBusy={isBusy}
          aria-label={`${t("push.remove")}: ${name}`}
          onClick={() => run(() => removeDevice(device), "push.removed")}
        >
          {t("push.remove")}
        </Button>
      </p>
    </li>
  );
}
