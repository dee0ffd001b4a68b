import { useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { CheckIcon } from "../icons";
import styles from "./bulk.module.css";

export interface Selectable {
  id: string;
  /** The id of the element that gets the check box. */
  place: string;
  label: string;
}

interface Props<Kind extends string> {
  items: readonly Selectable[];
  acts: readonly { kind: Kind; label: string }[];
  /** The dialog of an act. */
  children: (kind: Kind, chosen: string[], onClose: () => void, onDone: () => void) => React.ReactNode;
}

/**
 * Choosing several rows of a list, for moderators. The check boxes are put into the rows from here, so that readers load
 * nothing for them.
 */
export function Selection<Kind extends string>({ items, acts, children }: Props<Kind>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [open, setOpen] = useState<Kind | null>(null);
  const shown = items.filter((item) => chosen?.has(item.id)).map(({ id }) => id);
  const stop = () => {
    setOpen(null);
    setChosen(null);
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (!chosen) {
    return (
      <Button size="small" look="quiet" onClick={() => setChosen(new Set())}>
        <CheckIcon size={18} />
        {t("topics.bulk.select")}
      </Button>
    );
  }
  return (
    <>
      <Boxes items={items} chosen={chosen} onToggle={toggle} />
      <section className={styles.bar} aria-label={t("topics.bulk.title")} data-dock>
        <strong role="status">{t("topics.bulk.count", { count: shown.length })}</strong>
        {acts.map(({ kind, label }) => (
          <Button key={kind} size="small" disabled={shown.length === 0} onClick={() => setOpen(kind)}>
            {label}
          </Button>
        ))}
        <Button size="small" look="quiet" onClick={() => setChosen(new Set(items.map(({ id }) => id)))}>
          {t("topics.bulk.all")}
        </Button>
        <Button size="small" look="quiet" onClick={stop}>
          {t("common.cancel")}
        </Button>
      </section>
      {open && children(open, shown, () => setOpen(null), stop)}
    </>
  );
}

interface BoxesProps {
  items: readonly Selectable[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function Boxes({ items, chosen, onToggle }: BoxesProps) {
  const { t } = useTranslation();
  return items.map(({ id, place, label }) => {
    const row = document.getElementById(place);
    if (!row) return null;
    const box = (
      <label className={styles.pick} data-pick>
        <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
        <span className="visually-hidden">{t("topics.bulk.selectOne", { name: label })}</span>
      </label>
    );
    return createPortal(box, row, id);
  });
}
