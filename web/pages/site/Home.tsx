import { Link } from "react-router";
import { ArticleCard } from "../../components/ArticleCard";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { RichText } from "../../components/RichText";
import { pathTo } from "../../generated/paths";
import type { HomePayload } from "../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Home.module.css";
import { NewPosts } from "./NewPosts";
import { NewResources } from "./NewResources";
import { Services } from "./Services";

/** The home page: about the site, and what is new in each area. */
export function Home({ data }: PageProps<HomePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isEmpty = [data.articles, data.posts, data.services, data.resources].every((list) => list.length === 0);
  return (
    <div className={styles.page}>
      <Welcome data={data} />
      {isEmpty && <EmptyState title={t("home.empty")} />}
      {data.articles.length > 0 && (
        <section className="stack" aria-labelledby="home-articles">
          <div className={styles.sectionHead}>
            <h2 id="home-articles">{t("home.articles")}</h2>
            <Link to={pathTo.blog({ lang })}>{t("home.allArticles")}</Link>
          </div>
          <ul className="grid" style={{ "--column": "19rem" }}>
            {data.articles.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                to={pathTo.blogArticle({ lang, blogId: article.slug })}
                level={3}
              />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.columns}>
        <NewPosts posts={data.posts} />
        <Services services={data.services} />
        <NewResources resources={data.resources} />
      </div>
    </div>
  );
}

interface WelcomeProps {
  data: HomePayload;
}

function Welcome({ data }: WelcomeProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const site = useSite();
  const visitor = useVisitor();
  const { text } = data;
  return (
    <section className={styles.welcome}>
      <div className={styles.words}>
        <h1>{site.name}</h1>
        {site.tagline && <p className={styles.tagline}>{site.tagline}</p>}
        {text && <RichText document={text.body} lang={text.lang === lang ? undefined : HTML_LANG[text.lang]} />}
        <p className="cluster">
          {!visitor && (
            <ButtonLink look="primary" to={pathTo.signup({ lang })}>
              {t("home.join")}
            </ButtonLink>
          )}
          <ButtonLink to={pathTo.about({ lang })}>{t("home.more")}</ButtonLink>
          {visitor?.isAdmin && (
            <ButtonLink look="quiet" to={pathTo.adminSite({ lang })}>
              {t("home.edit")}
            </ButtonLink>
          )}
        </p>
      </div>
      {data.openingHours && (
        <div className={styles.hours}>
          <h2 className={styles.hoursTitle}>{t("home.hours")}</h2>
          <p>{data.openingHours}</p>
        </div>
      )}
    </section>
  );
}
