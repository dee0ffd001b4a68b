import { Link } from "react-router";
import { RichText } from "../../components/richText/RichText";
import { pathTo } from "../../generated/paths";
import type { BlogArticlePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Article.module.css";
import { AuthorCard } from "./article/AuthorCard";
import { Contents, findParts } from "./article/Contents";
import { Head } from "./article/Head";
import { Hero } from "./article/Hero";
import { Notes } from "./article/Notes";
import { Related } from "./article/Related";
import { SeriesBox, SeriesNeighbours } from "./article/SeriesBox";
import { Share } from "./article/Share";
import { Comments } from "./comments/Comments";

export function Article({ data }: PageProps<BlogArticlePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  const parts = findParts(data.body);
  return (
    <>
      <Notes article={data} />
      <article className={styles.article} lang={textLang}>
        <Head article={data} />
        <Hero article={data} />
        <div className={styles.body} data-contents={parts.length > 0 || undefined}>
          {parts.length > 0 && <Contents parts={parts} />}
          <div className={styles.read}>
            {data.series && <SeriesBox series={data.series} current={data.id} />}
            {data.summary && <p className={styles.lead}>{data.summary}</p>}
            <RichText document={data.body} isLong />
            <div lang={HTML_LANG[lang]} className={styles.after}>
              {data.series && <SeriesNeighbours series={data.series} />}
              <Share article={data} />
              <p>
                <Link to={pathTo.newsletter({ lang })}>{t("blog.byEmail")}</Link>
              </p>
              {data.author && <AuthorCard author={data.author} />}
            </div>
          </div>
        </div>
      </article>
      {data.comments && <Comments key={data.id} article={data} comments={data.comments} />}
      <Related article={data} />
    </>
  );
}
