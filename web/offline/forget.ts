/** Removes from the device what belongs to the user before: at signing out, and when another user signs in. */
import { forgetPages } from "./names";
import { forgetOutbox } from "./outbox/storage";
import { findSubscription } from "./push";

export async function forgetUser(next?: string): Promise<void> {
  // A session that ended by itself leaves what waits to be sent: its user may sign in again. Signing out deletes it.
  if (next) forgetOutbox(next);
  await Promise.allSettled([forgetPages(next), unsubscribe()]);
}

/** The push service then tells the site that the device is gone. */
async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
