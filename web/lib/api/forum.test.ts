import { expect, test, vi } from "vitest";
import { createReply, findRefusal, isHeld, replyNumber } from "./forum";

test("a refusal is told by its code, else by the constraint that it broke", () => {
  expect(findRefusal({ details: "post_locked", message: "This post is locked" })).toBe("forum.error.post_locked");
  const message = 'new row for relation "posts" violates check constraint "posts_title_short"';
  expect(findRefusal({ details: "Failing row contains (…).", message })).toBe("forum.error.titleShort");
  expect(findRefusal({ details: "", message: "canceling statement due to timeout" })).toBeUndefined();
});

test("a reply says its number", () => {
  expect(replyNumber({ number: 57 })).toBe(57);
});

test("an answer without a row, or a comment without a number, is held", () => {
  expect([null, { post: "1", number: null }, { number: 3 }, { id: "1" }, undefined].map(isHeld)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

/** Requests to the database from a client that has the reply already. */
const asked: string[] = [];

vi.mock("../requests/supabase", () => {
  const found = { data: { number: 3 }, error: null, status: 200 };
  const taken = { data: null, error: { code: "23505", message: "", details: "" }, status: 409 };
  const only = (answer: object) => {
    const sent: object = Object.assign(Promise.resolve(answer), { setHeader: () => sent });
    return sent;
  };
  const own = { eq: () => own, maybeSingle: async () => found };
  const client = {
    auth: { getSession: async () => ({ data: { session: null } }) },
    from: () => ({ insert: () => ({ select: () => only(taken) }), select: () => own }),
    rpc: async (name: string, values: { body: unknown }) => {
      asked.push(`${name} ${JSON.stringify(values.body)}`);
      return { data: null, error: null, status: 204 };
    },
  };
  return { getSupabase: async () => client };
});

test("a reply that had arrived after all, and was written on since, becomes what is sent now", async () => {
  const body = { type: "doc", content: [{ type: "paragraph" }] };
  const outcome = await createReply({ id: "1", postId: "2", language: "en", body, quotedReplyId: null });
  expect(replyNumber(outcome.value)).toBe(3);
  expect(asked).toEqual([`edit_reply ${JSON.stringify(body)}`]);
});
