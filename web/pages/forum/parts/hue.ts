import type { ForumName } from "../../../generated/payloads";

/** Hues that stay apart from each other, also for colour-blind readers: neighbours in a list differ most. */
const HUES = [200, 60, 255, 150, 330, 25] as const;

/** For the style of an element of class `hued`. */
export function hueOf({ hue }: Pick<ForumName, "hue">) {
  return { "--hue": HUES[hue] };
}
