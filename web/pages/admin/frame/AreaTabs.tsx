import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "./AreaIcon";
import { AreaLinks, Count } from "./AreaLinks";
import styles from "./Frame.module.css";
import type { Areas } from "./useAreas";

interface Props {
  areas: Areas;
}

/** On phones: four areas and "More" at the foot of the screen. "More" opens a sheet with all of them. */
export function AreaTabs({ areas }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isElsewhere = !areas.main.some((area) => area.isCurrent);
  return (
    <>
      <nav className={styles.tabs} aria-label={t("admin.areas")}>
        {areas.main.map((area) => (
          <Link key={area.to} to={area.to} className={styles.tab} aria-current={area.isCurrent ? "page" : undefined}>
            <span className={styles.tabIcon}>
              <AreaIcon name={area.icon} size={24} />
            </span>
            <span className={styles.tabText}>{area.tab ?? area.label}</span>
            <Count value={area.waiting} to={areas.countTo} className={styles.tabCount} />
          </Link>
        ))}
        <button
          type="button"
          className={styles.tab}
          data-current={isElsewhere || undefined}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span className={styles.tabIcon}>
            <AreaIcon name="more" size={24} />
          </span>
          <span className={styles.tabText}>{t("admin.more")}</span>
        </button>
      </nav>
      <Sheet areas={areas} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface SheetProps extends Props {
  isOpen: boolean;
  onClose: () => void;
}

function Sheet({ areas, isOpen, onClose }: SheetProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { key } = useLocation();
  const shownKey = useRef(key);

  useEffect(() => {
    // Opening it as a modal is only possible by call.
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  useEffect(() => {
    // A link in it leads to another page.
    if (shownKey.current !== key) onClose();
    shownKey.current = key;
  }, [key, onClose]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; a click beside it is for pointers.
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.sheetBody}>
        <div className={styles.sheetHead}>
          <h2 id={titleId}>{t("admin.title")}</h2>
          <button type="button" className={styles.iconButton} aria-label={t("common.close")} onClick={onClose}>
            <AreaIcon name="close" size={24} />
          </button>
        </div>
        <nav aria-label={t("admin.allAreas")}>
          <AreaLinks areas={areas} />
        </nav>
      </div>
    </dialog>
  );
}
