import { Selection } from "../../../components/bulk/Selection";
import type { ForumPostPayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { SplitDialog } from "../moderate/SplitDialog";
import { BulkDialog } from "./BulkDialog";

interface Props {
  data: ForumPostPayload;
}

/** Acts on several replies of a thread: hidden, deleted, or moved to a post of their own. */
export function ReplySelection({ data }: Props) {
  const { t } = useTranslation();
  const shown = data.replies.filter(({ entry }) => entry.state === "shown");
  if (shown.length === 0) return null;
  return (
    <Selection
      items={shown.map(({ entry, number }) => ({
        id: entry.id,
        place: `reply-${number}`,
        label: `#${number} ${entry.author?.displayName ?? t("forum.formerMember")}`,
      }))}
      acts={[
        { kind: "hide", label: t("topics.bulk.act.hide") },
        { kind: "delete", label: t("topics.bulk.act.delete") },
        { kind: "split", label: t("topics.manage.split") },
      ]}
    >
      {(kind: "hide" | "delete" | "split", chosen, onClose, onDone) =>
        kind === "split" ? (
          <SplitDialog data={data} preset={chosen} isOpen onClose={onClose} />
        ) : (
          <BulkDialog kind={kind} posts={[]} replies={chosen} onClose={onClose} onDone={onDone} />
        )
      }
    </Selection>
  );
}
