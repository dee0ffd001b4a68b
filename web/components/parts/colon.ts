import type { Lang } from "../../lib/page";

/** Between a label and its value: "Area: Home", "版块：首页". */
export function colon(lang: Lang): string {
  return lang === "zh" ? "：" : ": ";
}
