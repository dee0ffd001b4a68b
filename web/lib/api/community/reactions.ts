/** Reactions, bookmarks and the answer of a topic. The database enforces the rules. */
import type { ForumReaction } from "../../../generated/payloads";
import { type Outcome, write } from "../../requests/write";
import { call, type Thing } from "../forum";

export interface Giver {
  kind: ForumReaction["kind"];
  id: string;
  display_name: string;
  picture_url: string | null;
}

export function setReaction(thing: Thing, kind: ForumReaction["kind"], wanted: boolean): Promise<Outcome<unknown>> {
  return call("set_reaction", { ...thing, kind, wanted });
}

/** Members behind the counts, the latest first. */
export function listReactions(thing: Thing): Promise<Outcome<readonly Giver[]>> {
  return call("list_reactions", thing) as Promise<Outcome<readonly Giver[]>>;
}

/** `reply` null takes the mark away. */
export function setAnswer(post: string, reply: string | null): Promise<Outcome<unknown>> {
  // A null argument is as valid as a value; the generated types know values alone.
  return call("set_answer", { post, reply: reply as string });
}

export type Bookmarkable = Thing | { article: string } | { resource: string } | { service: string };

export interface Bookmark {
  note: string;
  remind_at: string | null;
}

/** The member's bookmark of a thing, null if there is none. */
export function findBookmark(thing: Bookmarkable): Promise<Outcome<Bookmark | null>> {
  const columns = Object.entries(thing).map(([kind, id]) => [`${kind}_id`, id]);
  return write((client) =>
    client.from("bookmarks").select("note, remind_at").match(Object.fromEntries(columns)).maybeSingle(),
  );
}

/** `remindAt` null: no reminder. */
export function setBookmark(thing: Bookmarkable, remindAt: string | null, note: string): Promise<Outcome<unknown>> {
  return call("set_bookmark", { ...thing, wanted: true, note, ...(remindAt && { remind_at: remindAt }) });
}

export function removeBookmark(thing: Bookmarkable): Promise<Outcome<unknown>> {
  return call("set_bookmark", { ...thing, wanted: false });
}
