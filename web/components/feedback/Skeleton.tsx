import { useTranslation } from "../../lib/texts";
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** How many grey lines. Give it about the height of what comes, so that nothing jumps. */
  lines?: number;
}

/** A placeholder while content loads. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t("common.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other name, and never change places.
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
