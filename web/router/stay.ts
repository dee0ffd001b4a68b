/** State of a navigation that keeps focus and scroll position, such as the language switcher's. */
export const STAY = { stay: true } as const;

export function isStaying(state: unknown): boolean {
  return typeof state === "object" && state !== null && "stay" in state;
}
