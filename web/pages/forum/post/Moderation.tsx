import { Button } from "../../../components/Button";
import type { ForumOpeningPost } from "../../../generated/payloads";
import { setLocked, setPinned } from "../../../lib/api/forum";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

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
    <div className="cluster">
      <Button isBusy={isRunning} onClick={handleLock}>
        {post.isLocked ? t("forum.post.unlock") : t("forum.post.lock")}
      </Button>
      <Button isBusy={isRunning} onClick={handlePin}>
        {post.isPinned ? t("forum.post.unpin") : t("forum.post.pin")}
      </Button>
    </div>
  );
}
