import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { pathTo } from "../../generated/paths";
import type { ProfilePost } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Profile.module.css";

interface Props {
  posts: ProfilePost[];
  next: string | null;
}

export function OwnPosts({ posts, next }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const ask = <ButtonLink to={pathTo.forum({ lang })}>{t("profile.posts.forum")}</ButtonLink>;
  return (
    <section className={styles.section} aria-labelledby="posts">
      <h2 id="posts">{t("profile.posts.title")}</h2>
      <ListState
        items={posts}
        empty={<EmptyState title={t("profile.posts.empty")} action={ask} />}
        pager={<Pager next={next} parameter="posts" />}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((post) => (
              <li key={post.id} className={styles.row}>
                <Link
                  to={pathTo.forumPost({ lang, forumId: post.forumSlug, postId: post.id })}
                  lang={post.title ? HTML_LANG[post.lang] : undefined}
                >
                  {post.title ?? t("profile.posts.hidden")}
                </Link>
                <p className="cluster soft small">
                  <DateTime value={post.createdAt} />
                  <span>{t("forum.replies", { count: post.replyCount })}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </section>
  );
}
