/** Differences between two texts, word by word within the lines that changed. */
import { HTML_LANG } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { compare, type Part } from "../conflicts/differences";

/** Each block is a line that both have, or what one or more changed lines have become, with their line breaks. */
export function wordChanges(theirs: readonly string[], yours: readonly string[], lang: Lang): Part[][] {
  const blocks: Part[][] = [];
  let changed: Record<"theirs" | "yours", string[]> = { theirs: [], yours: [] };
  const close = () => {
    const parts = changedParts(changed.theirs.join("\n"), changed.yours.join("\n"), lang);
    if (parts.length > 0) blocks.push(parts);
    changed = { theirs: [], yours: [] };
  };
  for (const { side, text } of compare(theirs, yours)) {
    if (side !== "both") {
      changed[side].push(text);
      continue;
    }
    close();
    blocks.push([{ side, text }]);
  }
  close();
  return blocks;
}

function changedParts(theirs: string, yours: string, lang: Lang): Part[] {
  const whole: Part[] = [
    { side: "theirs", text: theirs },
    { side: "yours", text: yours },
  ];
  const parts = joinParts(compare(splitWords(theirs, lang), splitWords(yours, lang)));
  const common = parts.filter(({ side }) => side === "both").reduce((length, { text }) => length + text.length, 0);
  // Two sentences that share some particles read better one after the other.
  const isOther = common * 4 < Math.min(theirs.length, yours.length);
  return (isOther ? whole : parts).filter(({ text }) => text !== "");
}

/** One part for neighbours of one side. A blank between two changes belongs to both changes. */
function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let gap = { theirs: "", yours: "" };
  const close = () => {
    if (gap.theirs) joined.push({ side: "theirs", text: gap.theirs });
    if (gap.yours) joined.push({ side: "yours", text: gap.yours });
    gap = { theirs: "", yours: "" };
  };
  parts.forEach(({ side, text }, place) => {
    if (side !== "both") {
      gap[side] += text;
      return;
    }
    const next = parts[place + 1];
    if (text.trim() === "" && gap.theirs && gap.yours && next && next.side !== "both") {
      gap = { theirs: gap.theirs + text, yours: gap.yours + text };
      return;
    }
    close();
    const last = joined.at(-1);
    if (last?.side === "both") last.text += text;
    else joined.push({ side, text });
  });
  close();
  return joined;
}

/** Words with what stands between them. Chinese has no blanks: there the browser's dictionary finds the words. */
export function splitWords(text: string, lang: Lang): string[] {
  if (!("Segmenter" in Intl)) return Array.from(text);
  const segmenter = new Intl.Segmenter(HTML_LANG[lang], { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
