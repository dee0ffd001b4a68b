import { Selection } from "../../../components/bulk/Selection";
import type { ForumPostCard } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { BulkDialog, type BulkKind } from "./BulkDialog";

interface Props {
  posts: readonly ForumPostCard[];
}

const KINDS: readonly BulkKind[] = ["move", "tag", "lock", "unlock", "hide", "delete"];

/** Acts on several posts of a list. */
export function TopicSelection({ posts }: Props) {
  const { t } = useTranslation();
  return (
    <Selection
      items={posts.map(({ id, title }) => ({ id, place: `post-${id}`, label: title }))}
      acts={KINDS.map((kind) => ({ kind, label: t(`topics.bulk.act.${kind}`) }))}
    >
      {(kind, chosen, onClose, onDone) => (
        <BulkDialog kind={kind} posts={chosen} replies={[]} onClose={onClose} onDone={onDone} />
      )}
    </Selection>
  );
}
