/**
 * The proof of work that account calls may require: a number whose hash with a salt equals the given one. Found by
 * brute force, in slices between which the page stays responsive; this takes a phone about a second. No worker and no
 * `crypto.subtle`: a promise for each of ten thousand tiny hashes costs more than the hashes, and plain HTTP has none.
 */
import type { WidgetProvider } from "./captchaWidget";
import { firstWord, sha256 } from "./sha256";

/** Response of GET /auth/v1/captcha. */
export interface Puzzle {
  provider: "altcha";
  algorithm: string;
  challenge: string;
  maxNumber: number;
  salt: string;
  signature: string;
}

const SLICE_MS = 12;

/** The solution of a challenge, as `captchaToken` of the auth client's calls. Rejects if there is none. */
export async function solveChallenge(puzzle: Puzzle): Promise<string> {
  const { algorithm, challenge, salt, signature } = puzzle;
  const wanted = Number.parseInt(challenge.slice(0, 8), 16);
  let pause = performance.now() + SLICE_MS;
  for (let number = 0; number <= puzzle.maxNumber; number++) {
    if (firstWord(salt + number) === wanted && sha256(salt + number) === challenge)
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    if ((number & 63) === 0 && performance.now() > pause) {
      await new Promise((resolve) => setTimeout(resolve));
      pause = performance.now() + SLICE_MS;
    }
  }
  throw new Error("the puzzle has no solution");
}

let isOff = false;
/** The token of an emailed code, until the next call uses it. */
let given: string | undefined;

/**
 * Requirement of the service: its own challenge, the token of a third-party service, or nothing; `adaptive`: for now, since
 * the network is not busy.
 */
type Asked = Puzzle | { provider: WidgetProvider; site_key: string } | { provider: ""; adaptive?: true };

/** The token that the next account call needs; undefined if none is required. */
export async function findCaptchaToken(backendUrl: string): Promise<string | undefined> {
  if (isOff) return undefined;
  if (given) {
    const token = given;
    given = undefined;
    return token;
  }
  const answer = await fetch(`${backendUrl}/auth/v1/captcha`);
  const asked: Asked = await answer.json();
  isOff = asked.provider === "" && !asked.adaptive;
  try {
    if ("challenge" in asked) return await solveChallenge(asked);
    if (!("site_key" in asked)) return undefined;
    const { askWidget } = await import("./captchaWidget");
    return await askWidget(asked.provider, asked.site_key);
  } catch (error) {
    // The service's own error code, so that the text is the same in both cases.
    throw Object.assign(new Error("no captcha token", { cause: error }), { code: "captcha_failed" });
  }
}

/** The next call uses an emailed code; its response says whether the code was correct. */
export function giveMailedCode(code: string, email: string): void {
  given = `email:${code}:${email}`;
}
