import { useState } from "react";
import { Notice } from "../../../components/feedback/Notice";
import { SectionHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { ArticleComments, BlogArticlePayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
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

/**
 * The comments on an article, which are replies to its topic, and the form for one. Rendered by the server to be read; what
 * members do with a reply is loaded when they come near.
 */
export function Comments({ article, comments }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [request, setRequest] = useState<WriteRequest | null>(null);
  const { Part: Entries, want } = usePart(loadEntries, "editor");
  const isMember = useVisitor() !== null;
  const section = useNearViewport(want, isMember && comments.post !== null);
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
      {replies.length === 0 && comments.canReply && <p className="soft">{t("forum.comments.none")}</p>}
      {post !== null && replies.length > 0 && (
        <ol className={styles.list} data-members={isMember || undefined}>
          {Entries ? (
            <Entries comments={{ ...comments, post }} onQuote={comments.canReply ? setRequest : undefined} />
          ) : (
            replies.map((reply) => (
              <li key={reply.entry.id}>
                <Comment reply={reply} address={{ forumId: forum, postId: post }} />
              </li>
            ))
          )}
        </ol>
      )}
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
