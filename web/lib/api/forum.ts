/**
 * Writes of members and administrators in the forum. The database enforces the rules; its errors become text keys of the
 * forum.
 */
import type { PostgrestError } from "@supabase/supabase-js";
import { BOT_CHECK_HEADER, withBotCheck } from "../../auth/botCheck/botCheck";
import type { Database } from "../../generated/database";
import type { RichTextNode } from "../../generated/payloads";
import type { Lang } from "../page";
import type { Failure } from "../requests/errors";
import { KEY_HEADER, sendIdempotent } from "../requests/idempotency";
import type { Client } from "../requests/supabase";
import { asJson, type Outcome, write } from "../requests/write";

export interface NewPost {
  id: string;
  forumId: string;
  language: Lang;
  title: string;
  body: RichTextNode;
  tags?: string[];
  /** The marks of the text. */
  keptFrom?: readonly string[];
  /** How fast it was typed, for the header of the same name. */
  typing?: string;
  poll?: NewPoll;
}

/** `closesAt`: null, until its author closes it. */
export interface NewPoll {
  question: string;
  options: string[];
  maxChoices: number;
  results: "always" | "voted" | "closed";
  closesAt: string | null;
}

interface NewReply {
  id: string;
  postId: string;
  language: Lang;
  body: RichTextNode;
  quotedReplyId: string | null;
  keptFrom?: readonly string[];
  typing?: string;
}

/** Which post or reply: exactly one of the two. */
export type Thing = { post: string; reply?: undefined } | { reply: string; post?: undefined };

export type ReportReason = "spam" | "abuse" | "private" | "other";

/** By the machine code in `details`, else by the name of the constraint that refused the row. */
const REFUSALS: Record<string, string> = {
  administrators_only: "forum.error.administrators_only",
  edit_window_over: "forum.error.edit_window_over",
  gone: "forum.error.gone",
  handled: "forum.error.handled",
  no_name: "admin.forums.error.name",
  not_empty: "forum.error.not_empty",
  not_allowed: "forum.error.not_allowed",
  not_found: "forum.error.not_found",
  not_yours: "forum.error.not_yours",
  has_translation: "forum.error.has_translation",
  new_parts: "forum.error.new_parts",
  not_translated: "forum.error.not_translated",
  same_language: "forum.error.same_language",
  many_waiting: "forum.error.many_waiting",
  newcomer_files: "forum.error.newcomer_files",
  newcomer_links: "forum.error.newcomer_links",
  newcomer_pictures: "forum.error.newcomer_pictures",
  newcomer_replies: "forum.error.newcomer_replies",
  newcomer_topics: "forum.error.newcomer_topics",
  post_gone: "forum.error.post_gone",
  post_locked: "forum.error.post_locked",
  is_staff: "forum.error.is_staff",
  in_row: "forum.error.in_row",
  first_short: "forum.error.first_short",
  no_replies: "forum.error.not_found",
  poll_closed: "forum.error.poll_closed",
  past_moment: "forum.error.past_moment",
  same_topic: "forum.error.not_found",
  slow_mode: "forum.error.slow_mode",
  text_pause: "forum.error.text_pause",
  too_many: "forum.error.too_many",
  undone: "forum.error.undone",
  undo_over: "forum.error.undo_over",
  forum_texts_name_check: "admin.forums.error.nameLine",
  forums_slug_check: "admin.forums.error.slug",
  forums_slug_key: "admin.forums.error.slugTaken",
  posts_body_form: "forum.error.bodyForm",
  posts_body_short: "forum.error.bodyShort",
  posts_mentions_few: "forum.error.manyMentions",
  posts_title_line: "forum.error.titleHidden",
  posts_title_short: "forum.error.titleShort",
  replies_body_form: "forum.error.bodyForm",
  replies_mentions_few: "forum.error.manyMentions",
  replies_body_short: "forum.error.bodyEmpty",
  reports_post_once: "forum.error.reported",
  reports_reply_once: "forum.error.reported",
};

type Functions = Database["public"]["Functions"];
type Tables = Database["public"]["Tables"];

const TYPING = "x-typing";
const ALREADY_THERE = "23505";

interface Sent extends PromiseLike<Answer> {
  setHeader: (name: string, value: string) => Sent;
}

/** Sends a new text: once, with how it was typed, and with a bot check if the network is busy. */
function sendText(
  thing: readonly unknown[],
  typing: string | undefined,
  act: (client: Client) => Sent,
): Promise<Outcome<unknown>> {
  return withBotCheck((proof) =>
    sendIdempotent(thing, (key) =>
      send((client) =>
        act(client)
          .setHeader(KEY_HEADER, key)
          .setHeader(TYPING, typing ?? "")
          .setHeader(BOT_CHECK_HEADER, proof),
      ),
    ),
  );
}

export async function createPost(post: NewPost): Promise<Outcome<unknown>> {
  const { id, forumId: forum_id, language, title, body, tags, poll, keptFrom = [] } = post;
  const columns = { id, forum_id, language, title, body: asJson(body), tags: tags ?? [], kept_from: [...keptFrom] };
  const outcome = await sendText(["post", columns], post.typing, (client) =>
    poll ? client.rpc("add_post_with_poll", withPoll(post, poll)) : client.from("posts").insert(columns).select("id"),
  );
  if (outcome.failure?.code !== ALREADY_THERE) return firstRow(outcome);
  return catchUp(await findOwn("posts", id, outcome.failure), () => editPost(id, title, body, language));
}

/** Row and poll are made in one transaction. */
function withPoll({ id, forumId: forum, language, title, body, tags = [], keptFrom = [] }: NewPost, poll: NewPoll) {
  return { id, forum, language, title, body: asJson(body), tags, poll: asJson(poll), kept_from: [...keptFrom] };
}

export async function createReply(reply: NewReply): Promise<Outcome<unknown>> {
  const { id, postId: post_id, language, body, quotedReplyId: quoted_reply_id, keptFrom = [] } = reply;
  // A trigger gives it its number.
  const kept_from = [...keptFrom];
  const columns = {
    id,
    post_id,
    language,
    body: asJson(body),
    quoted_reply_id,
    kept_from,
  } as Tables["replies"]["Insert"];
  const outcome = await sendText(["reply", columns], reply.typing, (client) =>
    client.from("replies").insert(columns).select("number"),
  );
  if (outcome.failure?.code !== ALREADY_THERE) return firstRow(outcome);
  return catchUp(await findOwn("replies", id, outcome.failure), () => editReply(id, body, language));
}

/** The first comment on the article `postId`: with it the topic is made, unless another comment was faster. */
export async function createComment(comment: NewReply): Promise<Outcome<unknown>> {
  const { id, postId: article, language, body, quotedReplyId, keptFrom = [] } = comment;
  const values = {
    article,
    id,
    language,
    body: asJson(body),
    kept_from: [...keptFrom],
    ...(quotedReplyId && { quoted_reply_id: quotedReplyId }),
  };
  const outcome = await sendText(["comment", values], comment.typing, (client) => client.rpc("add_comment", values));
  if (outcome.failure?.code !== ALREADY_THERE) return outcome;
  return catchUp(await findOwn("replies", id, outcome.failure), () => editReply(id, body, language));
}

/** A text that is held for review is no row of its table: the answer is empty. */
function firstRow(outcome: Outcome<unknown>): Outcome<unknown> {
  if (outcome.failure || !Array.isArray(outcome.value)) return outcome;
  return { value: outcome.value[0] ?? null, failure: null };
}

/** Whether what createPost, createReply or createComment answered with means that a moderator reads it first. */
export function isHeld(row: unknown): boolean {
  return row === null || (typeof row === "object" && "number" in row && row.number === null);
}

/** The number of a reply that createReply answered with. */
export function replyNumber(row: unknown): number {
  return typeof row === "object" && row !== null && "number" in row ? Number(row.number) : 1;
}

export function editPost(id: string, title: string, body: RichTextNode, language: Lang): Promise<Outcome<unknown>> {
  return call("edit_post", { post: id, title, body: asJson(body), language });
}

export function editReply(id: string, body: RichTextNode, language: Lang): Promise<Outcome<unknown>> {
  return call("edit_reply", { reply: id, body: asJson(body), language });
}

export function deleteThing(thing: Thing): Promise<Outcome<unknown>> {
  return thing.post === undefined ? call("delete_reply", thing) : call("delete_post", thing);
}

export function restoreThing(thing: Thing): Promise<Outcome<unknown>> {
  return thing.post === undefined ? call("restore_reply", thing) : call("restore_post", thing);
}

export function setHidden(thing: Thing, hidden: boolean): Promise<Outcome<unknown>> {
  return call("set_hidden", { ...thing, hidden });
}

export function report(id: string, thing: Thing, reason: ReportReason, note: string): Promise<Outcome<unknown>> {
  const columns = { id, post_id: thing.post ?? null, reply_id: thing.reply ?? null, reason, note };
  return send((client) => client.from("reports").insert(columns));
}

export interface ForumDraft {
  id: string;
  slug: string;
  editWindowHours: number | null;
  texts: Partial<Record<Lang, { name: string; description: string }>>;
}

export function saveForum(forum: ForumDraft): Promise<Outcome<unknown>> {
  const { id, slug, editWindowHours: edit_window_hours, texts } = forum;
  return call("save_forum", { forum: id, slug, edit_window_hours, texts });
}

export function orderForums(ids: string[]): Promise<Outcome<unknown>> {
  return call("order_forums", { forums: ids });
}

export function deleteForum(id: string): Promise<Outcome<unknown>> {
  return call("delete_forum", { forum: id });
}

export function restoreForum(id: string): Promise<Outcome<unknown>> {
  return call("restore_removed", { kind: "forum", thing: id });
}

interface Answer {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

export function call<Name extends keyof Functions>(
  name: Name,
  values: Functions[Name]["Args"],
): Promise<Outcome<unknown>> {
  return send((client) => client.rpc(name, values));
}

async function send(act: (client: Client) => PromiseLike<Answer>): Promise<Outcome<unknown>> {
  let refusal: string | undefined;
  let hint = "";
  const outcome = await write(async (client) => {
    const answer = await act(client);
    refusal = answer.error ? findRefusal(answer.error) : undefined;
    hint = answer.error?.hint ?? "";
    return answer;
  });
  if (!outcome.failure || refusal === undefined) return outcome;
  const isRetryable = refusal === REFUSALS.text_pause;
  return { value: null, failure: { ...outcome.failure, key: refusal, isRetryable, hint } };
}

export function findRefusal({ details, message }: Pick<PostgrestError, "details" | "message">): string | undefined {
  return REFUSALS[details ?? ""] ?? REFUSALS[/constraint "(\w+)"/.exec(message)?.[1] ?? ""];
}

/** The first attempt had arrived, unless the random id collides with another user's. */
async function findOwn(table: "posts" | "replies", id: string, failure: Failure): Promise<Outcome<unknown>> {
  const columns = table === "posts" ? "id" : "number";
  const found = await send(async (client) => {
    const author = (await client.auth.getSession()).data.session?.user.id ?? "";
    return client.from(table).select(columns).eq("id", id).eq("author_id", author).maybeSingle();
  });
  return found.failure || found.value ? found : { value: null, failure };
}

/** Saves changes made before the retry or in another tab. An unchanged text is a no-op. */
async function catchUp(found: Outcome<unknown>, edit: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
  const edited = found.failure ? found : await edit();
  return edited.failure ? edited : found;
}
