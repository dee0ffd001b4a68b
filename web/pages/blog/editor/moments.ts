/** Between moments and what a datetime-local field holds, in the zone of the writer's own clock. */

const two = (part: number) => String(part).padStart(2, "0");

/** 2026-11-20T14:05, the moment in the user's local time. */
export function toInput(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function toMoment(input: string): string {
  return new Date(input).toISOString();
}
