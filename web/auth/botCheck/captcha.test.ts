import { expect, test, vi } from "vitest";
import { findCaptchaToken, type Puzzle, solveChallenge } from "./captcha";
import { sha256 } from "./sha256";

async function hash(text: string) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function puzzleOf(number: number, changes: Partial<Puzzle> = {}): Promise<Puzzle> {
  const salt = "0123456789abcdef?expires=1800000000&";
  const challenge = await hash(salt + number);
  return { provider: "altcha", algorithm: "SHA-256", challenge, maxNumber: 5000, salt, signature: "s", ...changes };
}

test("hashes as the platform does, at every length of the last block", async () => {
  for (let length = 0; length < 200; length++) expect(sha256("x".repeat(length))).toBe(await hash("x".repeat(length)));
});

test("finds the number and sends what the service signed along with it", async () => {
  const token = JSON.parse(atob(await solveChallenge(await puzzleOf(4321))));
  expect(token).toEqual({ ...token, number: 4321, algorithm: "SHA-256", signature: "s" });
  expect(await hash(token.salt + token.number)).toBe(token.challenge);
});

test("gives up on a puzzle that has no solution", async () => {
  await expect(solveChallenge(await puzzleOf(1, { challenge: "0".repeat(64), maxNumber: 10 }))).rejects.toThrow();
});

test("asks for nothing where nothing is asked for, and once only", async () => {
  const answers = [await puzzleOf(7), { provider: "" }];
  const fetched = vi.fn(async () => ({ json: async () => answers.shift() }));
  vi.stubGlobal("fetch", fetched);
  expect(await findCaptchaToken("http://hall.example")).toBeTruthy();
  expect(await findCaptchaToken("http://hall.example")).toBeUndefined();
  expect(await findCaptchaToken("http://hall.example")).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
