/** Messages that were not delivered, and sending one again. */
import { type Outcome, writeAnswering } from "../../../lib/requests/write";

/** False: it was sent again already, or cannot be. */
export function resendMessage(message: string): Promise<Outcome<boolean>> {
  return writeAnswering((supabase) => supabase.rpc("resend_message", { message }));
}

const GROUPS: readonly [RegExp, "reminder" | "booking" | "staff" | "news" | "contact"][] = [
  [/^booking_(reminder|follow_up)/, "reminder"],
  [/^booking_/, "booking"],
  [/^staff_/, "staff"],
  [/^(news|edition)$/, "news"],
  [/^message$/, "contact"],
];

/** Name of a kind of queued message. */
export function groupOf(kind: string) {
  return GROUPS.find(([pattern]) => pattern.test(kind))?.[1] ?? "account";
}
