import { Link } from "react-router";
import { DateTime } from "../../components/DateTime";
import { ArticleIcon, ForumIcon, ReplyIcon } from "../../components/icons";
import { SectionHead } from "../../components/parts/Heads";
import { RelativeTime } from "../../components/parts/RelativeTime";
import { LanguageTag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { PersonArticle, PersonText } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./people.module.css";

/** Newest topics and replies of the member. */
export function PersonTexts({ texts }: { texts: readonly PersonText[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="texts">
      <SectionHead id="texts" title={t("people.person.texts")} />
      {texts.length === 0 ? (
        <p className="soft">{t("people.person.noTexts")}</p>
      ) : (
        <ul className="rows">
          {texts.map((text) => (
            <TextRow key={`${text.postId} ${text.replyNumber}`} text={text} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TextRow({ text }: { text: PersonText }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { replyNumber: number } = text;
  return (
    <li className={styles.row}>
      <span className={styles.kind}>{number ? <ReplyIcon size={20} /> : <ForumIcon size={20} />}</span>
      <span className={styles.words}>
        <Link className={`stretched ${styles.link}`} to={`/${lang}${text.path}`} lang={HTML_LANG[text.lang]}>
          {text.title}
        </Link>
        <span className={styles.excerpt} lang={HTML_LANG[text.lang]}>
          {text.excerpt}
        </span>
        <span className="facts">
          <span>{number ? t("people.person.reply") : t("people.person.topic")}</span>
          {text.lang !== lang && (
            <span>
              <LanguageTag language={text.lang} />
            </span>
          )}
          <RelativeTime value={text.createdAt} />
        </span>
      </span>
    </li>
  );
}

/** Articles of the member; nothing where there is none. */
export function PersonArticles({ articles }: { articles: readonly PersonArticle[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="articles">
      <SectionHead id="articles" title={t("people.person.articles")} />
      <ul className="rows">
        {articles.map((article) => (
          <li key={article.id} className={styles.row}>
            <span className={styles.kind}>
              <ArticleIcon size={20} />
            </span>
            <span className={styles.words}>
              <Link
                className={`stretched ${styles.link}`}
                to={pathTo.blogArticle({ lang: article.lang, blogId: article.slug })}
                lang={HTML_LANG[article.lang]}
              >
                {article.title}
              </Link>
              <span className="facts">
                {article.lang !== lang && (
                  <span>
                    <LanguageTag language={article.lang} />
                  </span>
                )}
                <DateTime value={article.publishAt} format="date" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
