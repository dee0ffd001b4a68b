// Written by `balai types` from balai/site/routes/. Not edited by hand.
export const LANGS = ["en", "zh", "ms", "vi"] as const;

export type Lang = (typeof LANGS)[number];
