import { type Outcome, write } from "../../requests/write";

/** Removes a bookmark of the list, of any kind. For setting one see reactions.ts, with the texts of the forum's refusals. */
export function dropBookmark(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.from("bookmarks").delete().eq("id", id));
}
