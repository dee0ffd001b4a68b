import { addressWith } from "../../../lib/address";
import { usePage } from "../../../lib/context";
import { STAY } from "../../../router/stay";

/** Props of a link that changes the choice within this page: it keeps scroll position and focus. */
export const WITHIN = { preventScrollReset: true, state: STAY } as const;

type Choice = Partial<Record<"from" | "at" | "change" | "month" | "host", string | null>>;

/** The address of this page with another week, time or month; what is not named stays chosen. */
export function useChoice(): (choice: Choice) => string {
  const { path, query } = usePage();
  return (choice) => addressWith(path, query, choice);
}
