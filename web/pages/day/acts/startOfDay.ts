/** The moment at which a day (2026-11-20) begins in a zone, as ISO text. Zones whose clocks change at midnight included. */
export function startOfDay(day: string, timeZone: string): string {
  const guess = Date.parse(`${day}T00:00:00Z`);
  // The offset may differ between the guess and the moment; the second round has the right one.
  const first = guess - offsetAt(guess, timeZone);
  return new Date(guess - offsetAt(first, timeZone)).toISOString();
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  }).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
  return wall - Math.floor(moment / 1000) * 1000;
}
