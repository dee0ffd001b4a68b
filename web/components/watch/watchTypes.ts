import type { Lang } from "../../lib/page";

export type WatchLevel = "watching" | "watching_first" | "tracking" | "normal" | "muted";
/** One of them. */
export type WatchTarget = { post: string } | { forum: string } | { tag: string } | { language: Lang };
