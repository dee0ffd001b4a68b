import { useLang } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { useTranslation } from "../../lib/texts";
import { Skeleton } from "../feedback/Skeleton";
import styles from "./bulk.module.css";

interface Props {
  /** Names with counts; null while they are asked for. A count of zero is left out, but for the first ones. */
  counts: readonly (readonly [name: string, count: number])[] | null;
}

const ALWAYS = 2;

/** Counts of an act's preview. */
export function Counts({ counts }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!counts) return <Skeleton lines={3} />;
  return (
    <dl className={styles.counts} aria-label={t("topics.bulk.counts")}>
      {counts
        .filter(([, count], place) => place < ALWAYS || count > 0)
        .flatMap(([name, count]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} count`}>{formatNumber(lang, count)}</dd>,
        ])}
    </dl>
  );
}
