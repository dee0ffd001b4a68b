import { Fragment, useState } from "react";
import { Button } from "../../../components/Button";
import { FlagIcon, LockIcon } from "../../../components/icons";
import type { ForumPostPayload } from "../../../generated/payloads";
import { setTopicState } from "../../../lib/api/community/acts";
import { usePart } from "../../../lib/parts/usePart";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { ReplySelection } from "../bulk/ReplySelection";
import { MergeDialog } from "../moderate/MergeDialog";
import { MoveDialog } from "../moderate/MoveDialog";
import { SplitDialog } from "../moderate/SplitDialog";
import { TimersDialog } from "../moderate/TimersDialog";
import styles from "./thread.module.css";

interface Props {
  data: ForumPostPayload;
}

const DIALOGS = { timers: TimersDialog, move: MoveDialog, split: SplitDialog, merge: MergeDialog };
const NAMES = ["timers", "move", "split", "merge"] as const;

/** Actions of the area's moderators on a whole thread. Hiding is below the text it hides. */
export function Moderation({ data }: Props) {
  const { t } = useTranslation();
  const { post } = data;
  const [open, setOpen] = useState<(typeof NAMES)[number] | null>(null);
  const { run, isRunning } = useQuickAction();
  const { id } = post.entry;
  const handleLock = () =>
    run(
      () => setTopicState(id, { isLocked: !post.isLocked, unlockAt: null }),
      post.isLocked ? t("forum.post.done.unlocked") : t("forum.post.done.locked"),
    );
  const handlePin = () =>
    run(
      () => setTopicState(id, { isPinned: !post.isPinned, pinnedUntil: null }),
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
      {post.entry.state === "shown" &&
        NAMES.filter((name) => name !== "split" || data.replies.length > 0).map((name) => {
          const Dialog = DIALOGS[name];
          return (
            <Fragment key={name}>
              <Button look="quiet" size="small" onClick={() => setOpen(name)}>
                {t(`topics.manage.${name}`)}
              </Button>
              {open === name && <Dialog data={data} isOpen onClose={() => setOpen(null)} />}
            </Fragment>
          );
        })}
      {post.entry.state === "shown" && <TagsButton data={data} />}
      <ReplySelection data={data} />
    </div>
  );
}

const loadTags = () => import("../moderate/TagsDialog").then((module) => module.TagsDialog);

function TagsButton({ data }: Props) {
  const { t } = useTranslation();
  const { Part: Dialog, want } = usePart(loadTags, "topics");
  const [isOpen, setOpen] = useState(false);
  const handlePress = () => {
    setOpen(true);
    want();
  };
  return (
    <>
      <Button look="quiet" size="small" onClick={handlePress}>
        {t("topics.manage.tags")}
      </Button>
      {isOpen && Dialog && <Dialog data={data} isOpen onClose={() => setOpen(false)} />}
    </>
  );
}
