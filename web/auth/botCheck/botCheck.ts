/**
 * The proof against robots that some rules of the database want (schema/site/bot_checks): work of this device, or, for whom that
 * does not work, a code by mail. Nothing is done before it is asked for.
 *
 *   withBotCheck((proof) => write((client) => client.rpc("book", values).setHeader(BOT_CHECK_HEADER, proof)));
 */
import type { Lang } from "../../lib/page";
import { type Outcome, write, writeAnswering } from "../../lib/requests/write";

export const BOT_CHECK_HEADER = "x-bot-check";
/** The failure's key when a rule wants a proof and none could be made: offer `<EmailBotCheck>` then. */
export const BOT_CHECK_REQUIRED = "error.detail.bot_check_required";

/** Of a mail's code, until the next write uses it. */
let given = "";

export async function withBotCheck<T>(send: (proof: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const first = await send(given);
  given = "";
  if (first.failure?.key !== BOT_CHECK_REQUIRED) return first;
  const proof = await createBotCheck();
  return proof ? send(proof) : first;
}

/** Null where the puzzle does not arrive or is not solved. */
async function createBotCheck(): Promise<string | null> {
  const { solveChallenge } = await import("./captcha");
  type Puzzle = Parameters<typeof solveChallenge>[0];
  const asked = await writeAnswering<Puzzle>((supabase) => supabase.rpc("create_bot_challenge"));
  if (asked.failure) return null;
  return solveChallenge(asked.value).catch(() => null);
}

/** A member's code goes to her own address, whatever is given. */
export function requestBotCheckCode(language: Lang, address?: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("request_bot_check_code", { language, address }));
}

/** True when the code was right: the next write goes through with it. */
export async function redeemBotCheckCode(code: string, address?: string): Promise<Outcome<boolean>> {
  const redeemed = await writeAnswering<string | null>((supabase) =>
    supabase.rpc("redeem_bot_check_code", { code, address }),
  );
  if (redeemed.failure) return redeemed;
  given = redeemed.value ?? "";
  return { value: given !== "", failure: null };
}
