import { useCallback, useEffect, useRef, useState } from "react";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { type HoldWish, holdPlace, isFull, releaseHold, sendRelease } from "../../../lib/api/booking/holds";
import { useVisitor } from "../../../lib/context";
import { useRefresh } from "../../../lib/requests/useAction";
import { ownHold } from "./ownHold";

export interface HeldTime {
  /** "asked": the answer to the first request is awaited. "none": not held, and nothing to say about it. */
  state: "asked" | "none" | "held" | "over";
  /** When it ends, by the clock of this device. */
  until: number;
  /** The places for this visitor, those that are held included. */
  left: number;
  holdAgain: () => void;
}

const NONE = { state: "none", until: 0, left: 0 } as const;
const ASKED = { ...NONE, state: "asked" } as const;

/**
 * Holds the chosen time while its form is open: releases it when another one is chosen, or the form or page is left.
 * `isWhole`: a course, all of whose dates are held; `chosen` is the first of them. A booking that is being moved keeps its own
 * time without a hold.
 */
export function useHold(data: BookServicePayload, chosen: BookingSlot, party: number, isWhole: boolean): HeldTime {
  const refresh = useRefresh();
  const [attempt, setAttempt] = useState(0);
  const { startsAt } = chosen;
  const { id: service } = data.service;
  const { host, changing } = data;
  const isSame = changing?.startsAt === startsAt;
  const { id = "", link = null } = changing ?? {};
  // After a reload the server may still count the hold of the page before: a member has one, which this one replaces.
  const isMember = useVisitor() !== null;
  const isLikely = !isSame && (isMember || chosen.left >= party);
  const [held, setHeld] = useState<Omit<HeldTime, "holdAgain">>(isLikely ? ASKED : NONE);
  const isPossible = isLikely || (!isSame && held.state === "held");
  const current = useRef("");
  // It ended while the form is open: it is held again when the visitor says so.
  const isOver = useRef(false);

  useEffect(() => {
    const wish = { service, startsAt, isWhole, party, host, changing: id ? { id, link } : null, attempt };
    if (!isPossible || isOver.current) return;
    current.current = JSON.stringify(wish);
    ask(wish, (next, isTaken) => {
      // Something else was chosen meanwhile.
      if (current.current !== JSON.stringify(wish)) return;
      if (next) {
        Object.assign(ownHold, { startsAt, isWhole, left: next.left });
        setHeld(next);
        return;
      }
      setHeld((now) => (now.state === "asked" || (isTaken && now.state === "over") ? NONE : now));
      if (isTaken) refresh();
    });
  }, [service, startsAt, isWhole, host, party, id, link, attempt, isPossible, refresh]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a hold is of one time, with one person.
  useEffect(() => {
    if (isSame) return;
    // Also while the answer is awaited.
    const leave = () => void sendRelease(startsAt);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      current.current = "";
      isOver.current = false;
      ownHold.startsAt = "";
      setHeld(NONE);
      releaseHold(startsAt);
    };
  }, [service, startsAt, host, id, isSame]);

  useEffect(() => {
    if (held.state !== "held") return;
    const end = () =>
      releaseHold(startsAt)
        .then(refresh)
        .then(() => {
          ownHold.startsAt = "";
          isOver.current = true;
          setHeld({ ...NONE, state: "over" });
        });
    const timer = setTimeout(end, Math.max(0, held.until - Date.now()));
    const comeBack = (event: PageTransitionEvent) => event.persisted && setAttempt((number) => number + 1);
    addEventListener("pageshow", comeBack);
    return () => {
      clearTimeout(timer);
      removeEventListener("pageshow", comeBack);
    };
  }, [held, startsAt, refresh]);

  const holdAgain = useCallback(() => {
    isOver.current = false;
    setAttempt((number) => number + 1);
  }, []);
  return { ...held, holdAgain };
}

type Answered = (held: Omit<HeldTime, "holdAgain"> | null, isTaken: boolean) => void;

async function ask(wish: HoldWish, answer: Answered): Promise<void> {
  const { value, failure } = await holdPlace(wish);
  const held = value && ({ state: "held", until: Date.now() + value.seconds * 1000, left: value.left } as const);
  answer(held, isFull(failure));
}
