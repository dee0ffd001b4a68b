import styles from "./CoverArt.module.css";

interface Props {
  className?: string;
  /** The same seed gets the same pattern. */
  seed: string;
}

const KINDS = ["shade", "warm", "accent"] as const;

/** A pattern in the site's colours where an article has no picture of its own. Decoration. */
export function CoverArt({ className, seed }: Props) {
  const kind = KINDS[Number.parseInt(seed.slice(-2), 16) % KINDS.length] ?? "shade";
  return (
    <div className={`${styles.art} ${className ?? ""}`} data-kind={kind} aria-hidden="true">
      <div className={styles.sun} />
    </div>
  );
}
