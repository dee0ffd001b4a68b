import { Link } from "react-router";
import { AvatarPile } from "../../../components/Avatar";
import { CheckIcon, FlagIcon, LockIcon } from "../../../components/icons";
import { LanguageTag, Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { ForumName, ForumPerson, ForumPostCard } from "../../../generated/payloads";
import { nameTopic } from "../../../lib/api/topics";
import { formatNumber } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import type { Text } from "../../../lib/texts";
import { hueOf } from "../parts/hue";
import styles from "./Forum.module.css";

interface TopicProps {
  post: ForumPostCard;
  forum: ForumName | undefined;
  /** Whether the row names its forum. */
  hasForum: boolean;
  /** Whether the visitor moderates its forum. */
  isSelectable: boolean;
  /** The author, then others who wrote last. */
  people: readonly ForumPerson[];
  when: string;
  lang: Lang;
  t: Text;
}

/** One row. The link covers it whole. A page has twenty, so rows are flat and take what they share from the list. */
export function Topic({ post, forum, hasForum, isSelectable, people, when, lang, t }: TopicProps) {
  const path = pathTo.forumPost({ lang, forumId: forum?.slug ?? "", postId: post.id });
  return (
    <li
      id={isSelectable ? `post-${post.id}` : undefined}
      className={styles.topic}
      data-unread={post.isUnread || undefined}
    >
      <Link
        className={`stretched ${styles.title}`}
        to={post.isUnread ? `${path}#unread` : path}
        lang={HTML_LANG[post.isTranslated ? lang : post.language]}
        translate={post.isUntranslated ? "no" : undefined}
      >
        {post.title}
      </Link>
      <p className={styles.facts}>
        {post.isUnread && <span className="visually-hidden">{t("forum.forum.unread")}</span>}
        {hasForum && forum && (
          <span className={`hued ${styles.forum}`} style={hueOf(forum)} lang={HTML_LANG[forum.language]}>
            {forum.name}
          </span>
        )}
        <bdi>{people[0]?.displayName || t("forum.formerMember")}</bdi>
        <LanguageTag language={post.language} />
        {post.isPinned && (
          <Tag>
            <FlagIcon size={14} />
            {t("forum.forum.pinned")}
          </Tag>
        )}
        {post.isSolved && (
          <Tag tone="good">
            <CheckIcon size={14} />
            {t("topics.solved")}
          </Tag>
        )}
        {post.isLocked && (
          <Tag>
            <LockIcon size={14} />
            {t("forum.forum.locked")}
          </Tag>
        )}
        {post.tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {nameTopic(t, tag)}
          </span>
        ))}
        <time className={styles.when} dateTime={post.lastActivityAt} suppressHydrationWarning>
          {when}
        </time>
      </p>
      <AvatarPile members={people.map(({ displayName, pictureUrl }) => ({ name: displayName, pictureUrl }))} />
      <span className={styles.count}>
        {post.newReplies > 0 && (
          <>
            <span className={styles.fresh} aria-hidden="true">
              +{formatNumber(lang, post.newReplies)}
            </span>
            <span className="visually-hidden">{t("topics.newReplies", { count: post.newReplies })}</span>{" "}
          </>
        )}
        <b aria-hidden="true">{formatNumber(lang, post.replyCount)}</b>
        <span className="visually-hidden">{t("forum.replies", { count: post.replyCount })}</span>
      </span>
    </li>
  );
}
