import { lazy, Suspense } from "react";
import { BOT_CHECK_REQUIRED } from "../../auth/botCheck/botCheck";
import type { Failure } from "../../lib/requests/errors";

const EmailBotCheck = lazy(() => import("./EmailBotCheck").then((module) => ({ default: module.EmailBotCheck })));

interface Props {
  failure: Failure | null;
  /** Of a visitor without an account; a member's code goes to the member's own address. */
  address?: string;
  /** Sends the rejected request again. */
  onProven: () => void;
}

/** The code by email, where a request needs a bot check that the device could not calculate. */
export function BotCheckFallback({ failure, address, onProven }: Props) {
  if (failure?.key !== BOT_CHECK_REQUIRED) return null;
  return (
    <Suspense>
      <EmailBotCheck address={address} onProven={onProven} />
    </Suspense>
  );
}
