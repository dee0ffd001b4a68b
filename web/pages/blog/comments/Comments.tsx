import { type ComponentType, useCallback, useState } from "react";
import { Notice } from "../../../components/feedback/Notice";
import { SectionHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { ArticleComments, BlogArticlePayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import type { LiveProps } from "../../forum/post/LiveComments";
import type { WriteRequest } from "../../forum/write/drafts/replyDraft";
import { Comment } from "./Comment";
import { CommentForm } from "./CommentForm";
import { CommentPager } from "./CommentPager";
import styles from "./Comments.module.css";
import { useNearViewport } from "./useNearViewport";

interface Props {
  article: BlogArticlePayload;
  comments: ArticleComments;
}

const loadEntries = () => import("../../forum").then((module) => module.CommentEntries);
const loadLive = () => import("../../forum").then((module) => module.LiveComments);

/**
 * The comments on an article, which are replies to its topic, and the form for one. Rendered by the server to be read; what
 * members do with a reply is loaded when they come near.
 */
export function Comments({ article, comments }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [request, setRequest] = useState<WriteRequest | null>(null);
  const { Part: Entries, want } = usePart(loadEntries, "editor");
  const [Live, setLive] = useState<ComponentType<LiveProps> | null>(null);
  const isMember = useVisitor() !== null;
  const hasEntries = isMember && comments.post !== null;
  const follow = useCallback(() => {
    if (hasEntries) want();
    // Without a connection the comments can be read; they only do not follow.
    loadLive().then(
      (Part) => setLive(() => Part),
      () => undefined,
    );
  }, [hasEntries, want]);
  const section = useNearViewport(follow, true);
  const pathToComment = (number: number) =>
    `${pathTo.blogArticle({ lang, blogId: article.slug }, { reply: String(number) })}#reply-${number}`;
  const { post, forum, count, replies, lockReason, lockNote } = comments;
  return (
    <section ref={section} id="comments" className={styles.comments} aria-labelledby="comments-title">
      <SectionHead
        id="comments-title"
        title={count > 0 ? t("forum.comments.count", { count }) : t("forum.comments.title")}
        more={
          post
            ? { to: pathTo.forumPost({ lang, forumId: forum, postId: post }), label: t("forum.comments.topic") }
            : undefined
        }
      />
      {count === 0 && comments.canReply && <p className="soft">{t("forum.comments.none")}</p>}
      {post !== null && replies.length > 0 && (
        <ol
          className={styles.list}
          data-members={isMember || undefined}
          translate={comments.isUntranslated ? "no" : undefined}
        >
          {Entries ? (
            <Entries
              comments={{ ...comments, post }}
              article={article.slug}
              onQuote={comments.canReply ? setRequest : undefined}
            />
          ) : (
            replies.map((reply) => (
              <li key={reply.entry.id}>
                <Comment reply={reply} path={pathToComment(reply.number)} />
              </li>
            ))
          )}
        </ol>
      )}
      <div className={styles.live}>{Live && <Live comments={comments} pathTo={pathToComment} />}</div>
      <CommentPager article={article} comments={comments} />
      {comments.canReply ? (
        <CommentForm article={article} comments={comments} request={request} />
      ) : (
        <Notice tone="note">
          {t("forum.comments.closed")} {lockReason && t(`forum.locked.${lockReason}`)} {lockNote}
        </Notice>
      )}
    </section>
  );
}
