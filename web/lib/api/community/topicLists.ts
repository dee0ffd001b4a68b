/** Requests of the lists and the form of posts: tags in use, and posts similar to the one being written. */
import type { Lang } from "../../page";
import type { Outcome } from "../../requests/write";
import { call } from "../forum";

export interface Alike {
  id: string;
  forum: string;
  title: string;
  language: Lang;
}

interface Hit {
  id: string;
  language: Lang;
  title: readonly { text: string }[];
  place: { forum: string };
}

const MOST = 5;

/** The most used tags with this beginning. */
export function suggestTags(beginning: string): Promise<Outcome<readonly string[]>> {
  return call("suggest_tags", { beginning }) as Promise<Outcome<readonly string[]>>;
}

/** The closest posts in any language, as the search ranks them for this reader. */
export async function findAlike(words: string, reader: Lang): Promise<Outcome<readonly Alike[]>> {
  const outcome = await call("search", { query: words.slice(0, 200), reader, kinds: ["post"], page_size: MOST });
  if (outcome.failure) return outcome;
  const hits = outcome.value as readonly Hit[];
  const value = hits.map(({ id, language, title, place }) => ({
    id,
    forum: place.forum,
    title: title.map(({ text }) => text).join(""),
    language,
  }));
  return { value, failure: null };
}

/** Replaces the tags of a post. */
export function setTags(post: string, tags: string[]): Promise<Outcome<unknown>> {
  return call("set_tags", { post, tags });
}
