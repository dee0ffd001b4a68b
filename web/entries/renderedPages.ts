/** Content of both server bundles: the texts of four languages, and the page component of each screen. */
import type { ComponentType } from "react";
import { pages as loaders } from "../generated/pages";
import { registerTexts } from "../lib/i18n";
import type { FirstPayload, PageProps } from "../lib/page";
import en from "../locales/en.json";
import ms from "../locales/ms.json";
import vi from "../locales/vi.json";
import zh from "../locales/zh.json";

registerTexts("en", en);
registerTexts("zh", zh);
registerTexts("ms", ms);
registerTexts("vi", vi);

/** Filled one microtask turn after the bundle's evaluation. */
export const pages = new Map<string, ComponentType<PageProps<never>>>();
for (const [name, load] of Object.entries(loaders)) load().then((page) => pages.set(name, page));

export function locationOf(first: FirstPayload) {
  const search = queryText(first.query);
  return { pathname: first.path, search, hash: "", state: null, key: "default", mask: undefined };
}

function queryText(query: FirstPayload["query"]): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length ? `?${pairs.join("&")}` : "";
}
