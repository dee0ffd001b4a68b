import { useEffect, useId, useState } from "react";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { setWatch } from "./notices";
import styles from "./WatchDialog.module.css";
import type { WatchLevel, WatchTarget } from "./watchTypes";

interface Props {
  target: WatchTarget;
  level: WatchLevel | null;
  isOpen: boolean;
  onClose: () => void;
}

const LEVELS: readonly WatchLevel[] = ["watching", "watching_first", "tracking", "normal", "muted"];

/** Chooses the level, each with what it means. */
export function WatchDialog({ target, level, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const [chosen, setChosen] = useState(level ?? "normal");
  useEffect(() => setChosen(level ?? "normal"), [level]);
  const action = useAction(setWatch);
  const refresh = useRefresh();
  const isTopic = "post" in target;
  const handleConfirm = async () => {
    const outcome = await action.run(target, chosen);
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(t("topics.watch.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isTopic ? "topics.watch.topic" : "topics.watch.forum")}
      confirm={t("common.save")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <fieldset className={styles.levels}>
        <legend className="visually-hidden">{t("forum.watch.title")}</legend>
        {LEVELS.filter((value) => !isTopic || value !== "watching_first").map((value) => (
          <label key={value} className={styles.level}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              aria-describedby={`${name}-${value}`}
              onChange={() => setChosen(value)}
            />
            <b>{t(`forum.watch.${value}`)}</b>
            <span id={`${name}-${value}`} className="soft small">
              {t(`topics.watch.${isTopic ? "ofTopic" : "ofForum"}.${value}`)}
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
