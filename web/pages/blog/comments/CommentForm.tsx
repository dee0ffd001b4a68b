import { Button } from "../../../components/Button";
import type { ArticleComments, BlogArticlePayload } from "../../../generated/payloads";
import { useVisitor } from "../../../lib/context";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import type { WriteRequest } from "../../forum/write/drafts/replyDraft";
import styles from "./Comments.module.css";
import { useNearViewport } from "./useNearViewport";

interface Props {
  article: BlogArticlePayload;
  comments: ArticleComments;
  request: WriteRequest | null;
}

const loadForm = () => import("../../forum/write/ReplyForm").then((module) => module.ReplyForm);
const NOTHING = { text: "", start: 0, end: 0, pictures: [] };

/**
 * The form for a comment: a button, rendered by the server. The form is loaded when it is pressed, and for members, who may
 * have a draft, when they come near.
 */
export function CommentForm({ article, comments, request }: Props) {
  const { t } = useTranslation();
  const isMember = useVisitor() !== null;
  const { Part: Form, want } = usePart(loadForm, "editor");
  const section = useNearViewport(want, isMember);
  return (
    <section ref={section} id="reply-form" className={styles.form} aria-label={t("forum.comments.write")}>
      {Form ? (
        <Form
          address={{ forumId: comments.forum, postId: comments.post ?? article.id, article: article.slug }}
          comment={{ article: article.id, isFirst: comments.post === null }}
          request={request}
          held={comments.held}
          begun={{ ...NOTHING, isFocused: !isMember }}
        />
      ) : (
        <Button onClick={want}>{t("forum.comments.write")}</Button>
      )}
      {!isMember && <p className="soft small">{t("forum.write.signInNote")}</p>}
    </section>
  );
}
