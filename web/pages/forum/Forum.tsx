import { ButtonLink } from "../../components/Button";
import { Card, CardTitle } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { NewItemsNotice } from "../../components/feedback/NewItemsNotice";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { ForumPayload, ForumPerson, ForumPostCard } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./lists.module.css";
import { Column } from "./parts/Column";
import { Crumbs } from "./parts/Crumbs";
import { Heading } from "./parts/Heading";
import { PersonName } from "./parts/Person";

/** One forum: a page of its posts. */
export function Forum({ data }: PageProps<ForumPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { forum } = data;
  const newPost = (
    <ButtonLink look="primary" to={pathTo.postNew({ lang }, { forum: forum.slug })}>
      {t("forum.newPost")}
    </ButtonLink>
  );
  return (
    <Column>
      <Crumbs />
      <Heading
        title={forum.name}
        description={forum.description}
        lang={HTML_LANG[forum.language]}
        action={data.posts.length > 0 && newPost}
      />
      {data.isFirstPage && <ForumNews forumId={forum.id} />}
      <ListState
        items={data.posts}
        empty={
          <EmptyState title={t("forum.forum.empty.title")} action={newPost}>
            {t("forum.forum.empty.text")}
          </EmptyState>
        }
        pager={<Pager next={data.next} />}
      >
        {(posts) => (
          <ul className={styles.posts}>
            {posts.map((post) => (
              <PostCard
                key={post.id}
                post={post}
                author={data.people[post.people[0] ?? -1] ?? null}
                forumId={forum.slug}
              />
            ))}
          </ul>
        )}
      </ListState>
    </Column>
  );
}

/** Posts that are new, or were answered, since the list was rendered. */
function ForumNews({ forumId }: { forumId: string }) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  return (
    <NewItemsNotice
      topic={`forum:${forumId}`}
      rows={[{ table: "posts", filter: `forum_id=eq.${forumId}` }]}
      say={(count) => t("forum.live.posts", { count })}
      isOwn={(row) => row.author_id === visitor?.id && row.reply_count === 0}
    />
  );
}

interface PostCardProps {
  post: ForumPostCard;
  author: ForumPerson | null;
  forumId: string;
}

function PostCard({ post, author, forumId }: PostCardProps) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Card as="li">
      {(post.isPinned || post.isLocked) && (
        <p className={styles.tags}>
          {post.isPinned && <Tag tone="accent">{t("forum.forum.pinned")}</Tag>}
          {post.isLocked && <Tag>{t("forum.forum.locked")}</Tag>}
        </p>
      )}
      <div className={styles.words} lang={HTML_LANG[post.language]}>
        <CardTitle to={pathTo.forumPost({ lang, forumId, postId: post.id })}>{post.title}</CardTitle>
      </div>
      <p className={styles.facts}>
        <span className={styles.name}>
          <PersonName person={author} />
        </span>
        <span>{t("forum.replies", { count: post.replyCount })}</span>
        <DateTime value={post.lastActivityAt} />
      </p>
    </Card>
  );
}
