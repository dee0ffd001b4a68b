/** The offered values, and the present one if it was set elsewhere. */
export function withValue(offered: readonly number[], value: number | null): number[] {
  return value === null || offered.includes(value) ? [...offered] : [...offered, value].sort((a, b) => a - b);
}
