/** Removes from the device what belongs to the user before: at signing out, and when another user signs in. */
import { forgetPages } from "./names";
import { findSubscription } from "./push";

export async function forgetUser(next?: string): Promise<void> {
  await Promise.allSettled([forgetPages(next), unsubscribe()]);
}

/** The push service then tells the site that the device is gone. */
async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
