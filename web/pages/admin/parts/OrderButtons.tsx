import { Button } from "../../../components/Button";
import { ChevronIcon } from "../../../components/icons";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import type { Outcome } from "../../../lib/requests/write";
import styles from "./parts.module.css";

interface Props {
  id: string;
  /** All that stand in the same list, in their order. */
  all: readonly { id: string }[];
  labels: Record<"up" | "down" | "done", string>;
  save: (ids: string[]) => Promise<Outcome<unknown>>;
}

/** Moves a thing up or down in its list. The first has no way up, the last none down. */
export function OrderButtons({ id, all, labels, save }: Props) {
  const { run, isRunning } = useQuickAction();
  const ids = all.map((one) => one.id);
  const place = ids.indexOf(id);
  const move = (step: number) => {
    const moved = ids.filter((other) => other !== id);
    moved.splice(place + step, 0, id);
    return run(() => save(moved), labels.done);
  };
  return (
    <div className={styles.order}>
      {place > 0 && (
        <Button look="quiet" size="small" isBusy={isRunning} aria-label={labels.up} onClick={() => move(-1)}>
          <span className={styles.up}>
            <ChevronIcon />
          </span>
        </Button>
      )}
      {place < ids.length - 1 && (
        <Button look="quiet" size="small" isBusy={isRunning} aria-label={labels.down} onClick={() => move(1)}>
          <ChevronIcon />
        </Button>
      )}
    </div>
  );
}
