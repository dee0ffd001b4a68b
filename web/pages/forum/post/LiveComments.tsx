import type { ArticleComments } from "../../../generated/payloads";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import { WaitingReplies, Writers } from "./ThreadUpdates";
import { useLiveThread } from "./useLiveThread";

export interface LiveProps {
  comments: ArticleComments;
  /** To a comment on its article. */
  pathTo: (number: number) => string;
}

/** The comments on an article as they go on. Before the first one, the topic that comes with it. */
export function LiveComments({ comments, pathTo }: LiveProps) {
  const { post, area } = comments;
  if (post === null) return <FirstComment area={area} />;
  return <Live comments={{ ...comments, post }} pathTo={pathTo} />;
}

function Live({ comments, pathTo }: LiveProps & { comments: { post: string } }) {
  const { waiting, writers } = useLiveThread({ ...comments, topic: comments.post });
  return (
    <>
      <Writers names={writers} />
      <WaitingReplies count={waiting} to={pathTo(comments.lastNumber + 1)} />
    </>
  );
}

function FirstComment({ area }: { area: string }) {
  const refresh = useRefresh();
  const rows = [{ table: "posts", event: "INSERT", filter: `forum_id=eq.${area}` }] as const;
  useRowChanges(`comments:${area}`, rows, { onChange: refresh, onMissed: refresh });
  return null;
}
