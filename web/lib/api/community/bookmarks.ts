import { type Outcome, write } from "../../requests/write";

/** Removes a bookmark of the list, of any kind. */
export function dropBookmark(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.from("bookmarks").delete().eq("id", id));
}
