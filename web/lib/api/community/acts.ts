/** Acts of moderators. Each has an id of its own, by which it is repeated safely and undone within 30 days. */
import type { Lang } from "../../page";
import type { Outcome } from "../../requests/write";
import { asJson, write } from "../../requests/write";
import { call } from "../forum";

export type ActKind = "move" | "lock" | "unlock" | "pin" | "unpin" | "hide" | "show" | "tag" | "untag" | "delete";
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
export async function previewAct(
  kind: ActKind,
  posts: string[],
  value: ActValue,
  replies: string[],
): Promise<Outcome<Preview>> {
  const outcome = await call("preview_act", { kind, posts, value: asJson(value), reply_ids: replies });
  if (outcome.failure) return outcome;
  return {
    value: (outcome.value as Preview[])[0] ?? { topics: 0, replies: 0, authors: 0, unchanged: 0 },
    failure: null,
  };
}

/** Applies it to a batch. The same batch again changes nothing. Answers with how many it changed. */
export function applyAct(
  act: string,
  kind: ActKind,
  posts: string[],
  value: ActValue,
  replies: string[] = [],
): Promise<Outcome<number>> {
  const values = { act, kind, posts, value: asJson(value), reply_ids: replies };
  return call("apply_act", values) as Promise<Outcome<number>>;
}

export interface CleanPreview {
  topics: number;
  replies: number;
  below: number;
  elsewhere: number;
}

/** Preview of removing all posts of a member. */
export async function previewClean(member: string): Promise<Outcome<CleanPreview>> {
  const outcome = await call("preview_clean", { member });
  if (outcome.failure) return outcome;
  return {
    value: (outcome.value as CleanPreview[])[0] ?? { topics: 0, replies: 0, below: 0, elsewhere: 0 },
    failure: null,
  };
}

/** Removes a batch of a member's posts; with a reason it bans them, too. 0: nothing was left. */
export function cleanMember(act: string, member: string, reason: string | null): Promise<Outcome<number>> {
  return call("clean_member", { act, member, ...(reason !== null && { reason }) }) as Promise<Outcome<number>>;
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

/** Fields that are not named stay unchanged. */
export function setTopicState(post: string, state: TopicState): Promise<Outcome<unknown>> {
  return call("set_topic_state", { post, state: asJson(state) });
}

export interface ForumChoice {
  id: string;
  lang: Lang;
  name: string;
}

/** The forums that the caller moderates, to choose one. */
export async function listModeratedForums(wanted: Lang): Promise<Outcome<readonly ForumChoice[]>> {
  return write((client) => client.rpc("list_moderated_forums", { wanted }));
}
