import { Link } from "react-router";
import { AvatarPile } from "../../../components/Avatar";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { NewItemsNotice } from "../../../components/feedback/NewItemsNotice";
import { FlagIcon, LockIcon } from "../../../components/icons";
import { Pager } from "../../../components/Pager";
import { PageHead } from "../../../components/parts/Heads";
import { LanguageTag, Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { ForumPayload, ForumPerson, ForumPostCard } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { formatAgo } from "../../../lib/format/relative";
import { useNow } from "../../../lib/format/useNow";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { HTML_LANG } from "../../../lib/i18n";
import type { Lang, PageProps } from "../../../lib/page";
import { type Text, useTranslation } from "../../../lib/texts";
import { Crumbs } from "../parts/Crumbs";
import { NewPostLink } from "../parts/NewPostLink";
import styles from "./Forum.module.css";

/** One forum: a page of its topics. */
export function Forum({ data }: PageProps<ForumPayload>) {
  const { t } = useTranslation();
  const { forum } = data;
  const newPost = <NewPostLink forum={forum.slug} />;
  return (
    <>
      <Crumbs />
      <PageHead
        title={forum.name}
        lead={forum.description}
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
        {() => <Topics data={data} />}
      </ListState>
    </>
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

function Topics({ data }: { data: ForumPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <div className={styles.topics}>
      <p className={styles.head} aria-hidden="true">
        <span>{t("forum.forum.topic")}</span>
        <span className={styles.headCount}>{t("forum.forum.replies")}</span>
        <span className={styles.headWhen}>{t("forum.latest")}</span>
      </p>
      <ul className={styles.list}>
        {data.posts.map((post) => (
          <Topic
            key={post.id}
            post={post}
            forumId={data.forum.slug}
            people={post.people.map((place) => data.people[place] ?? FORMER)}
            when={formatAgo(lang, post.lastActivityAt, timeZone, now)}
            lang={lang}
            t={t}
          />
        ))}
      </ul>
    </div>
  );
}

const FORMER: ForumPerson = { id: "", displayName: "", pictureUrl: null };

interface TopicProps {
  post: ForumPostCard;
  forumId: string;
  /** The author, then others who wrote last. */
  people: readonly ForumPerson[];
  when: string;
  lang: Lang;
  t: Text;
}

/** One row. The link covers it whole. A page has twenty, so rows are flat and take what they share from the list. */
function Topic({ post, forumId, people, when, lang, t }: TopicProps) {
  const path = pathTo.forumPost({ lang, forumId, postId: post.id });
  return (
    <li className={styles.topic} data-unread={post.isUnread || undefined}>
      <Link className={styles.title} to={post.isUnread ? `${path}#unread` : path} lang={HTML_LANG[post.language]}>
        {post.title}
      </Link>
      <p className={styles.facts}>
        {post.isUnread && <span className="visually-hidden">{t("forum.forum.unread")}</span>}
        <bdi>{people[0]?.displayName || t("forum.formerMember")}</bdi>
        <LanguageTag language={post.language} />
        {post.isPinned && (
          <Tag>
            <FlagIcon size={14} />
            {t("forum.forum.pinned")}
          </Tag>
        )}
        {post.isLocked && (
          <Tag>
            <LockIcon size={14} />
            {t("forum.forum.locked")}
          </Tag>
        )}
        <time className={styles.when} dateTime={post.lastActivityAt} suppressHydrationWarning>
          {when}
        </time>
      </p>
      <AvatarPile members={people.map(({ displayName, pictureUrl }) => ({ name: displayName, pictureUrl }))} />
      <span className={styles.count}>
        <b aria-hidden="true">{formatNumber(lang, post.replyCount)}</b>
        <span className="visually-hidden">{t("forum.replies", { count: post.replyCount })}</span>
      </span>
    </li>
  );
}
