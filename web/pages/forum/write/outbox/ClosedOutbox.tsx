import { Outbox } from "./Outbox";

interface Props {
  postId: string;
}

/** A reply that came too late for its thread: its author reads why, and copies or deletes it. */
export function ClosedOutbox({ postId }: Props) {
  return <Outbox isWanted={(waiting) => waiting.kind === "reply" && waiting.postId === postId} />;
}
