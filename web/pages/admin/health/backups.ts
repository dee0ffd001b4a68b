/** A backup that an administrator asks for. */
import { type Outcome, write } from "../../../lib/requests/write";

/** Answers with the id of the backup; of the one that waits or is being made already. */
export function requestBackup(): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("request_backup"));
}
