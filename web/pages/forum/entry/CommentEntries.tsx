import type { ArticleComments } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { useReading } from "../post/useReading";
import { useReplyFocus } from "../post/useReplyFocus";
import type { WriteRequest } from "../write/drafts/replyDraft";
import { Entry } from "./Entry";

interface Props {
  comments: ArticleComments & { post: string };
  /** The slug of the article. */
  article: string;
  onQuote?: (request: WriteRequest) => void;
}

/** The comments on an article with everything that members do with replies. Visitors read them without this part. */
export function CommentEntries({ comments, article, onQuote }: Props) {
  const { t } = useTranslation();
  const { post, forum, replies, after, lastRead } = comments;
  useReplyFocus();
  useReading(post, after + replies.length, lastRead);
  return replies.map((reply) => {
    const { entry } = reply;
    const { body, id } = entry;
    const author = entry.author?.displayName ?? t("forum.formerMember");
    const quote = onQuote && body ? () => onQuote({ quote: { body, author, source: id, replyId: id } }) : undefined;
    return (
      <li key={entry.id}>
        <Entry
          entry={entry}
          thing={{ reply: entry.id }}
          place={reply}
          address={{ forumId: forum, postId: post, article }}
          onQuote={quote}
        />
      </li>
    );
  });
}
