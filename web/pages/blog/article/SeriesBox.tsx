import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { ArticleSeries, SeriesPart } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

interface Props {
  series: ArticleSeries;
}

interface BoxProps extends Props {
  /** The article that is read. */
  current: string;
}

/** Above the text: which part of which series it is, and the other parts, folded. */
export function SeriesBox({ series, current }: BoxProps) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <nav className={styles.series} aria-label={t("blog.series.parts")} lang={HTML_LANG[lang]}>
      <p>
        <span className="soft">{t("blog.series.in")}</span>{" "}
        <Link to={pathTo.blogSeries({ lang, seriesId: series.slug })} lang={HTML_LANG[series.lang]}>
          {series.title}
        </Link>
      </p>
      <details className={styles.folded}>
        <summary>
          {series.number === null
            ? t("blog.series.parts")
            : t("blog.series.part", { number: series.number, count: series.count })}
        </summary>
        <ul className={styles.parts}>
          {series.parts.map((part) => (
            <li key={part.id}>
              <Link
                to={pathTo.blogArticle({ lang, blogId: part.slug })}
                lang={HTML_LANG[part.lang]}
                aria-current={part.id === current ? "page" : undefined}
              >
                {part.number === null ? part.title : `${part.number}. ${part.title}`}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** Below the text: the part before and the part after. */
export function SeriesNeighbours({ series }: Props) {
  const { t } = useTranslation();
  if (!series.previous && !series.next) return null;
  return (
    <nav className={styles.neighbours} aria-label={t("blog.series.neighbours")}>
      {series.previous && <Neighbour part={series.previous} label={t("blog.series.previous")} />}
      {series.next && <Neighbour part={series.next} label={t("blog.series.next")} />}
    </nav>
  );
}

function Neighbour({ part, label }: { part: SeriesPart; label: string }) {
  const lang = useLang();
  return (
    <Link className={styles.neighbour} to={pathTo.blogArticle({ lang, blogId: part.slug })}>
      <span className="soft small">{label}</span>
      <span>{part.title}</span>
    </Link>
  );
}
