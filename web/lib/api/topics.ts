/**
 * Articles carry the same topics in every language. The common ones of a neighbourhood have a name in each; any other is
 * shown as it was written.
 */
import { TOPICS } from "../../generated/topics";
import type { Text } from "../texts";

export function nameTopic(t: Text, tag: string): string {
  const key = `topic.${tag.toLowerCase()}`;
  const name = t(key);
  return name === key ? tag : name;
}

/** The topic of a name in the user's language. */
export function findTopic(t: Text, name: string): string {
  return TOPICS.find((topic) => nameTopic(t, topic).toLowerCase() === name.toLowerCase()) ?? name;
}
