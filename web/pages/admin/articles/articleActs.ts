/** Acts on several articles. Each has an id of its own, by which it is repeated safely and undone within 30 days. */
import { type Outcome, write } from "../../../lib/requests/write";

export type ArticleAct = "publish" | "withdraw" | "tag" | "untag" | "delete";

export interface ArticleActPreview {
  changed: number;
  languages: number;
  unchanged: number;
  refused: number;
}

/** Counts of what the act is about to change. `refused`: articles that the visitor may not change. */
export async function previewArticleAct(
  kind: ArticleAct,
  articles: string[],
  tag?: string,
): Promise<Outcome<ArticleActPreview>> {
  const outcome = await write((client) => client.rpc("preview_article_act", { kind, articles, tag }));
  if (outcome.failure) return outcome;
  return { value: outcome.value[0] ?? { changed: 0, languages: 0, unchanged: 0, refused: 0 }, failure: null };
}

/** Applies it to at most 50 articles. The same request again changes nothing. Answers with how many it changed. */
export function applyArticleAct(
  act: string,
  kind: ArticleAct,
  articles: string[],
  tag?: string,
): Promise<Outcome<number>> {
  return write((client) => client.rpc("apply_article_act", { act, kind, articles, tag }));
}

export function undoArticleAct(act: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("undo_article_act", { act }));
}
