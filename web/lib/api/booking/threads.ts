/** The private thread of a session: its meeting link, set by the host or the reception. */
import { type Outcome, write } from "../../requests/write";

/** An empty `url`: the link of the service again. */
export function setSessionLink(slot: string, url: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_session_link", { slot, url }));
}
