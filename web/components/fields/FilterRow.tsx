import { useEffect, useRef } from "react";
import styles from "./FilterRow.module.css";

interface Props {
  label: string;
  children: React.ReactNode;
}

/** Tags that narrow a list. On a phone it is one scrolling row, so that the results start on the first screen. */
export function FilterRow({ label, children }: Props) {
  const row = useRef<HTMLElement>(null);
  const current = useRef<HTMLElement>(null);
  // The current tag is brought into the row once, and stays where the reader scrolls it.
  useEffect(() => {
    const tag = row.current?.querySelector<HTMLElement>("[aria-current]") ?? null;
    if (row.current && tag && tag !== current.current)
      row.current.scrollLeft = middleOf(tag) - row.current.clientWidth / 2;
    current.current = tag;
  });
  return (
    <nav ref={row} className={styles.row} aria-label={label}>
      {children}
    </nav>
  );
}

function middleOf({ offsetLeft, offsetWidth }: HTMLElement): number {
  return offsetLeft + offsetWidth / 2;
}

/** Several of them, one below the other. */
export function FilterRows({ children }: Pick<Props, "children">) {
  return <div className={styles.rows}>{children}</div>;
}
