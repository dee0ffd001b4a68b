/** The messages that a user may wait for, and how each is sent again. */
import { askNewPassword, sendCode, sendConfirmationAgain } from "../../auth/account";
import type { Identifier } from "../../auth/accountRules";
import type { Lang } from "../page";
import type { Outcome } from "../requests/write";

/** The auth service's name for the type of the message's code. */
export type MessageType = "signup" | "recovery" | "email" | "sms";

export function sendAgain(type: MessageType, who: Identifier, goOn: string, lang: Lang): Promise<Outcome<unknown>> {
  if (!("email" in who) || type === "email") return sendCode(who, goOn, lang);
  return type === "signup" ? sendConfirmationAgain(who.email, goOn) : askNewPassword(who.email, goOn);
}
