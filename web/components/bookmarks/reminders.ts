/** When a bookmark reminds. Hours are those of the device. */

export const REMINDERS = ["none", "evening", "tomorrow", "week", "own"] as const;
/** `kept`: as it is set already. */
export type Reminder = (typeof REMINDERS)[number] | "kept";

const MORNING = 9;
const EVENING = 19;

/** The moment as ISO text. Null: no reminder, or one of the member's own that is not in the future. */
export function remindAt(reminder: (typeof REMINDERS)[number], own: string, now: Date): string | null {
  if (reminder === "none") return null;
  if (reminder === "own") {
    const moment = new Date(own);
    return moment > now ? moment.toISOString() : null;
  }
  const moment = new Date(now);
  moment.setHours(reminder === "evening" ? EVENING : MORNING, 0, 0, 0);
  moment.setDate(moment.getDate() + { evening: 0, tomorrow: 1, week: 7 }[reminder]);
  // After seven in the evening, "this evening" is tomorrow's.
  if (moment <= now) moment.setDate(moment.getDate() + 1);
  return moment.toISOString();
}
