import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "../Overview.module.css";

interface Props {
  /** Pages opened on each day, the last one is today. */
  visits: number[];
}

/** Bars of the last days. Screen readers get the sums as text. */
export function Visits({ visits }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const most = Math.max(1, ...visits);
  const sum = visits.reduce((total, views) => total + views, 0);
  return (
    <section className={styles.section} aria-labelledby="admin-visits">
      <div className={styles.sectionHead}>
        <h2 id="admin-visits">{t("admin.visits")}</h2>
        <span className="soft small">{t("admin.visitsDays", { count: visits.length })}</span>
      </div>
      <div className={styles.bars} aria-hidden="true">
        {visits.map((views, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each place is a day.
          <span key={index} className={styles.bar} style={{ "--share": views / most }} />
        ))}
      </div>
      <p className="soft small">{t("admin.visitsSum", { count: sum, views: formatNumber(lang, sum) })}</p>
    </section>
  );
}
