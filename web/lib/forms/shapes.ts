/** Whether a stored value can stand in for another one: it has its fields, each of the same kind. Lists are not looked into. */
export function hasShapeOf(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value);
  if (typeof sample === "object" && sample !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.entries(sample).every(([name, part]) => hasShapeOf((value as Record<string, unknown>)[name], part));
  }
  // A choice of numbers may be none.
  if (sample === null || typeof sample === "number") return value === null || typeof value !== "object";
  return typeof value === typeof sample;
}

/** A short name for a text: the same text has the same name (FNV-1a, 32 bits). */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
