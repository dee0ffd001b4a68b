import { useNavigate } from "react-router";
import { NewItemsBar } from "../../../components/feedback/NewItemsBar";
import { pathTo } from "../../../generated/paths";
import type { ForumPostPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "./thread.module.css";

interface Props {
  data: ForumPostPayload;
}

function pathToReply(lang: Parameters<typeof pathTo.forumPost>[0]["lang"], data: ForumPostPayload, number: number) {
  const address = { lang, forumId: data.forum.slug, postId: data.post.entry.id };
  return `${pathTo.forumPost(address, { reply: String(number) })}#reply-${number}`;
}

/** Replies that have come and are not shown, to be shown on demand. */
export function WaitingReplies({ data, count }: Props & { count: number }) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  if (count === 0) return null;
  return (
    <NewItemsBar
      text={t("forum.live.new", { count })}
      onShow={() => navigate(pathToReply(lang, data, data.lastNumber + 1))}
    />
  );
}

/** Names of users who are typing. Its line is always present, so that nothing moves. */
export function Writers({ names }: { names: string[] }) {
  const { t } = useTranslation();
  return (
    <p className={styles.writers} data-testid="writers">
      {names.length > 0 && t("forum.live.writing", { count: names.length, names: names.join(", ") })}
    </p>
  );
}
