/**
 * The bot check that some database functions require (schema/site/bot_checks): a proof of work, or an emailed code if
 * that fails. It runs only after the first attempt was rejected for lack of one.
 *
 *   withBotCheck((proof) => write((client) => client.rpc("book", values).setHeader(BOT_CHECK_HEADER, proof)));
 */
import type { Lang } from "../../lib/page";
import { type Outcome, write, writeAnswering } from "../../lib/requests/write";

export const BOT_CHECK_HEADER = "x-bot-check";
/** The failure's key when a bot check is required and the proof of work failed: offer `<EmailBotCheck>`. */
export const BOT_CHECK_REQUIRED = "error.detail.bot_check_required";

/** The token of an emailed code, until the next write uses it. */
let given = "";

export async function withBotCheck<T>(send: (proof: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const first = await send(given);
  given = "";
  if (first.failure?.key !== BOT_CHECK_REQUIRED) return first;
  const proof = await createBotCheck();
  return proof ? send(proof) : first;
}

/** Null if the challenge cannot be fetched or solved. */
async function createBotCheck(): Promise<string | null> {
  const { solveChallenge } = await import("./captcha");
  type Puzzle = Parameters<typeof solveChallenge>[0];
  const asked = await writeAnswering<Puzzle>((supabase) => supabase.rpc("create_bot_challenge"));
  if (asked.failure) return null;
  return solveChallenge(asked.value).catch(() => null);
}

/** A member's code goes to the member's own address, whatever is passed. */
export function requestBotCheckCode(language: Lang, address?: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("request_bot_check_code", { language, address }));
}

/** True if the code was correct: the next write uses it. */
export async function redeemBotCheckCode(code: string, address?: string): Promise<Outcome<boolean>> {
  const redeemed = await writeAnswering<string | null>((supabase) =>
    supabase.rpc("redeem_bot_check_code", { code, address }),
  );
  if (redeemed.failure) return redeemed;
  given = redeemed.value ?? "";
  return { value: given !== "", failure: null };
}
