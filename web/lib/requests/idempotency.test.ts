import { beforeEach, expect, test } from "vitest";
import type { Failure } from "./errors";
import { sendIdempotent } from "./idempotency";
import type { Outcome } from "./write";

const LOST: Failure = { key: "error.offline", isRetryable: true, code: "" };
const REFUSED: Failure = { key: "error.refused", isRetryable: false, code: "full" };

let sent: string[] = [];

function answering(...answers: (Failure | null)[]) {
  return async (key: string): Promise<Outcome<string>> => {
    sent.push(key);
    const failure = answers.shift() ?? null;
    return failure ? { value: null, failure } : { value: "done", failure: null };
  };
}

beforeEach(() => {
  sent = [];
});

test("an act whose answer was lost is sent again under its key, and later under a new one", async () => {
  const send = answering(LOST, LOST, null, null);
  for (let time = 0; time < 4; time += 1) await sendIdempotent(["post", { title: "a" }], send);
  expect(new Set(sent.slice(0, 3)).size).toBe(1);
  expect(sent[3]).not.toBe(sent[0]);
});

test("pressed twice at once it has one key; with other content another", async () => {
  const send = answering();
  await Promise.all([sendIdempotent(["b", 1], send), sendIdempotent(["b", 1], send), sendIdempotent(["b", 2], send)]);
  expect(sent[0]).toBe(sent[1]);
  expect(sent[2]).not.toBe(sent[0]);
});

test("after a refusal a new try is a new act", async () => {
  const send = answering(REFUSED, null);
  await sendIdempotent(["c"], send);
  await sendIdempotent(["c"], send);
  expect(sent[1]).not.toBe(sent[0]);
});
