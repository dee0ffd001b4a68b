/**
 * The user to whom a message was sent, and which: the step "check your email" of an account screen. It is stored with
 * the entry of the browser's history, so that a reload, or a tab that the phone had closed, shows the same step. No
 * request carries it, unlike a part of the URL.
 */
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Identifier } from "../../auth/accountRules";
import type { MessageType } from "../../lib/api/messages";

export interface Sent {
  who: Identifier;
  type: MessageType;
}

/** `types`: the messages of this screen. Null in place of a message ends the step. */
export function useSentTo(types: readonly MessageType[]): [Sent | null, (sent: Sent | null) => void] {
  const [sent, setSent] = useState<Sent | null>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, after hydration; `types` is a constant.
  useEffect(() => {
    const found = readSent(history.state);
    if (found && types.includes(found.type)) setSent(found);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen in another language is a new entry.
  useEffect(() => {
    if (sent) storeSent(sent);
  }, [sent, key]);

  const change = (next: Sent | null) => {
    setSent(next);
    if (!next) storeSent(null);
  };
  return [sent, change];
}

function storeSent(sent: Sent | null): void {
  // The router has its own names in the state.
  history.replaceState({ ...history.state, sent }, "");
}

export function readSent(state: unknown): Sent | null {
  const sent = isRecord(state) ? state.sent : null;
  if (!isRecord(sent) || !isRecord(sent.who)) return null;
  const type = TYPES.find((known) => known === sent.type);
  const { email, phone } = sent.who;
  if (!type) return null;
  if (typeof email === "string") return { who: { email }, type };
  return typeof phone === "string" ? { who: { phone }, type } : null;
}

const TYPES: readonly MessageType[] = ["signup", "recovery", "email", "sms"];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
