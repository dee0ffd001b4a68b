/** Acts of moderators. Each has an id of its own, by which it is repeated safely and undone within 30 days. */
import type { Outcome } from "../../requests/write";
import { asJson, write } from "../../requests/write";
import { call } from "../forum";

export type ActKind = "move" | "lock" | "unlock" | "pin" | "unpin" | "hide" | "show" | "tag" | "untag";
export interface ActValue {
  forum?: string;
  tag?: string;
  reason?: string;
}

export interface Preview {
  topics: number;
  replies: number;
  authors: number;
  unchanged: number;
}

/** Counts of what the act is about to change. */
export async function previewAct(kind: ActKind, posts: string[], value: ActValue): Promise<Outcome<Preview>> {
  const outcome = await call("preview_act", { kind, posts, value: asJson(value) });
  if (outcome.failure) return outcome;
  return {
    value: (outcome.value as Preview[])[0] ?? { topics: 0, replies: 0, authors: 0, unchanged: 0 },
    failure: null,
  };
}

/** Applies it to a batch. The same batch again changes nothing. */
export function applyAct(act: string, kind: ActKind, posts: string[], value: ActValue): Promise<Outcome<unknown>> {
  return call("apply_act", { act, kind, posts, value: asJson(value) });
}

export function undoAct(act: string): Promise<Outcome<unknown>> {
  return call("undo_act", { act });
}

/** The id of the new post. */
export function splitReplies(
  act: string,
  post: string,
  replies: string[],
  forum: string,
  title: string,
): Promise<Outcome<unknown>> {
  return call("split_replies", { act, post, replies, forum, title });
}

export function mergePosts(act: string, source: string, target: string): Promise<Outcome<unknown>> {
  return call("merge_posts", { act, source, target });
}

export interface TopicState {
  isLocked?: boolean;
  reason?: string;
  note?: string;
  lockAt?: string | null;
  unlockAt?: string | null;
  isPinned?: boolean;
  pinnedUntil?: string | null;
  slowSeconds?: number | null;
}

/** What is not named stays. */
export function setTopicState(post: string, state: TopicState): Promise<Outcome<unknown>> {
  return call("set_topic_state", { post, state: asJson(state) });
}

export interface ForumChoice {
  id: string;
  forum_texts: { language: string; name: string }[];
}

/** All forums with their names, to choose one. */
export async function listForums(): Promise<Outcome<readonly ForumChoice[]>> {
  return write((client) =>
    client.from("forums").select("id, forum_texts(language, name)").order("position").order("id").limit(200),
  );
}
