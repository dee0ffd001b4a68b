import { Button } from "../../../components/Button";
import { FlagIcon, LockIcon } from "../../../components/icons";
import type { ForumOpeningPost } from "../../../generated/payloads";
import { setLocked, setPinned } from "../../../lib/api/forum";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./thread.module.css";

interface Props {
  post: ForumOpeningPost;
}

/** What administrators do with a whole thread. Hiding stands below the text it hides. */
export function Moderation({ post }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { id } = post.entry;
  const handleLock = () =>
    run(
      () => setLocked(id, !post.isLocked),
      post.isLocked ? t("forum.post.done.unlocked") : t("forum.post.done.locked"),
    );
  const handlePin = () =>
    run(
      () => setPinned(id, !post.isPinned),
      post.isPinned ? t("forum.post.done.unpinned") : t("forum.post.done.pinned"),
    );
  return (
    <div className={styles.manage}>
      <Button size="small" isBusy={isRunning} onClick={handleLock}>
        <LockIcon size={18} />
        {post.isLocked ? t("forum.post.unlock") : t("forum.post.lock")}
      </Button>
      <Button size="small" isBusy={isRunning} onClick={handlePin}>
        <FlagIcon size={18} />
        {post.isPinned ? t("forum.post.unpin") : t("forum.post.pin")}
      </Button>
    </div>
  );
}
