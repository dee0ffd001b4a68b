import { Link } from "react-router";
import { DateTime } from "../../components/DateTime";
import { pathTo } from "../../generated/paths";
import type { HomePost } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Home.module.css";

interface Props {
  posts: HomePost[];
}

export function NewPosts({ posts }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (posts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="home-posts">
      <div className={styles.sectionHead}>
        <h2 id="home-posts">{t("home.posts")}</h2>
        <Link to={pathTo.forum({ lang })}>{t("home.allPosts")}</Link>
      </div>
      <ul className={styles.list}>
        {posts.map((post) => (
          <li key={post.id} className={styles.item}>
            <Link
              className={styles.itemLink}
              lang={post.lang === lang ? undefined : HTML_LANG[post.lang]}
              to={pathTo.forumPost({ lang, forumId: post.forumSlug, postId: post.id })}
            >
              {post.title}
            </Link>
            <p className={styles.facts}>
              {post.forumName && (
                <span lang={!post.forumLang || post.forumLang === lang ? undefined : HTML_LANG[post.forumLang]}>
                  {post.forumName}
                </span>
              )}
              <span>{t("home.replies", { count: post.replyCount })}</span>
              <DateTime value={post.lastActivityAt} format="shortDate" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
