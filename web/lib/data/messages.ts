/** The messages that can be on their way while somebody waits, and how each is sent once more. */
import { askNewPassword, sendCode, sendConfirmationAgain } from "../../auth/account";
import type { Identifier } from "../../auth/accountRules";
import type { Lang } from "../page";
import type { Outcome } from "../requests/write";

/** In the words of the auth service: what the code in the message proves. */
export type MessageType = "signup" | "recovery" | "email" | "sms";

export function sendAgain(type: MessageType, who: Identifier, goOn: string, lang: Lang): Promise<Outcome<unknown>> {
  if (!("email" in who) || type === "email") return sendCode(who, goOn, lang);
  return type === "signup" ? sendConfirmationAgain(who.email, goOn) : askNewPassword(who.email, goOn);
}
