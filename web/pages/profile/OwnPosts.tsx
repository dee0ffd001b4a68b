import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { SectionHead } from "../../components/parts/Heads";
import { RelativeTime } from "../../components/parts/RelativeTime";
import { pathTo } from "../../generated/paths";
import type { ProfilePost } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Profile.module.css";

interface Props {
  posts: readonly ProfilePost[];
  next: string | null;
}

export function OwnPosts({ posts, next }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const ask = (
    <ButtonLink look="soft" to={pathTo.forum({ lang })}>
      {t("profile.posts.forum")}
    </ButtonLink>
  );
  return (
    <section aria-labelledby="posts">
      <SectionHead id="posts" title={t("profile.posts.title")} />
      <ListState
        items={posts}
        empty={<EmptyState title={t("profile.posts.empty")} action={ask} />}
        pager={<Pager next={next} parameter="posts" />}
      >
        {(items) => (
          <ul className="rows">
            {items.map((post) => (
              <Row key={post.id} post={post} />
            ))}
          </ul>
        )}
      </ListState>
    </section>
  );
}

function Row({ post }: { post: ProfilePost }) {
  const { t } = useTranslation();
  const lang = useLang();
  const path = `/${lang}${post.path}`;
  return (
    <li className={styles.row}>
      <span className={styles.rowWords}>
        <Link
          className={`stretched ${styles.link}`}
          to={post.isUnread && !path.includes("#") ? `${path}#unread` : path}
          lang={post.title ? HTML_LANG[post.lang] : undefined}
        >
          {post.title ?? t("profile.posts.hidden")}
        </Link>
        <span className="facts">
          <span>{t("forum.replies", { count: post.replyCount })}</span>
          <RelativeTime value={post.createdAt} />
        </span>
      </span>
      {post.isUnread && (
        <span className={styles.dot}>
          <span className="visually-hidden">{t("notifications.new")}</span>
        </span>
      )}
    </li>
  );
}
