import { useState } from "react";
import { useRevalidator } from "react-router";
import { ButtonLink } from "../../components/Button";
import { Card, CardTitle } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { ListState } from "../../components/ListState";
import { NewsBar } from "../../components/NewsBar";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import type { ForumPayload, ForumPostCard } from "../../generated/payloads";
import { pathTo } from "../../generated/routes";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { announce } from "../../lib/live/announce";
import { type Change, useFollow } from "../../lib/live/useFollow";
import type { PageProps } from "../../lib/page";
import { forgetPrefetched } from "../../lib/payload";
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
              <PostCard key={post.id} post={post} forumId={forum.slug} />
            ))}
          </ul>
        )}
      </ListState>
    </Column>
  );
}

/** Posts that are new, or were answered, since the list was drawn. They wait above it until one asks for them. */
function ForumNews({ forumId }: { forumId: string }) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const handleChange = ({ row }: Change) => {
    if (typeof row.id !== "string" || changed.has(row.id)) return;
    if (row.author_id === visitor?.id && row.reply_count === 0) return;
    announce(t("forum.live.posts", { count: changed.size + 1 }));
    setChanged(new Set([...changed, row.id]));
  };
  const show = async () => {
    forgetPrefetched();
    await revalidate();
    setChanged(new Set());
    scrollTo({ top: 0 });
  };
  useFollow(`forum:${forumId}`, [{ table: "posts", filter: `forum_id=eq.${forumId}` }], {
    onChange: handleChange,
    onGap: show,
  });
  return changed.size === 0 ? null : <NewsBar text={t("forum.live.posts", { count: changed.size })} onShow={show} />;
}

interface PostCardProps {
  post: ForumPostCard;
  forumId: string;
}

function PostCard({ post, forumId }: PostCardProps) {
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
        <p className={styles.excerpt}>{post.excerpt}</p>
      </div>
      <p className={styles.facts}>
        <span className={styles.name}>
          <PersonName person={post.author} />
        </span>
        <span>{t("forum.replies", { count: post.replyCount })}</span>
        <DateTime value={post.lastActivityAt} />
      </p>
    </Card>
  );
}
