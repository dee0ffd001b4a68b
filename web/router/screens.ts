/**
 * Finds the screen of a path by the rules of React Router: case does not matter, trailing slashes neither, and a literal
 * segment wins over a parameter. The browser's router matches the same table; a test compares the two.
 */
import { type Screen, screens } from "../generated/screens";

interface Candidate {
  screen: Screen;
  pattern: RegExp;
  literals: number;
}

const candidates: readonly Candidate[] = screens
  .map((screen) => {
    const segments = screen.pattern.split("/");
    const source = segments.map((segment) => (segment.startsWith(":") ? "[^/]+" : segment)).join("/");
    const literals = segments.filter((segment) => !segment.startsWith(":")).length;
    return { screen, pattern: new RegExp(`^${source}/*$`, "i"), literals };
  })
  .sort((one, other) => other.literals - one.literals);

/** The screen of a path, or null when no screen has such a path. */
export function matchScreen(path: string): Screen | null {
  const decoded = decodePath(path);
  return candidates.find(({ pattern }) => pattern.test(decoded))?.screen ?? null;
}

const byName = new Map<string, Screen>(screens.map((screen) => [screen.name, screen]));

export function findScreen(name: string | null): Screen | undefined {
  return name === null ? undefined : byName.get(name);
}

/** Decodes each segment; an encoded slash stays encoded, so that it separates nothing. */
function decodePath(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return path;
  }
}
