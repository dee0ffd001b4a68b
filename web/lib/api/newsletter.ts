/** New articles by email: requests of visitors, the links that confirm them, and the emailing of an article. */
import { BOT_CHECK_HEADER, withBotCheck } from "../../auth/botCheck/botCheck";
import type { Lang } from "../page";
import { type Outcome, write, writeAnswering } from "../requests/write";

/** Sends the link that confirms the address. The outcome is the same for known and unknown addresses. */
export function requestNewsletter(address: string, language: Lang): Promise<Outcome<unknown>> {
  return withBotCheck((proof) =>
    write((supabase) => supabase.rpc("request_newsletter", { address, language }).setHeader(BOT_CHECK_HEADER, proof)),
  );
}

/** False: an unknown or old link. */
export function confirmNewsletter(link: string): Promise<Outcome<boolean>> {
  return writeAnswering((supabase) => supabase.rpc("confirm_newsletter", { link }));
}

/** The number of emails that are not sent. */
export function stopEdition(article: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("stop_edition", { article }));
}
