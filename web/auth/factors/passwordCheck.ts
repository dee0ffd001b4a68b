/**
 * The service's verdict on a new password, while it is typed. Only the service knows: it has the estimator, the
 * list of common passwords and the breach check. A service without this endpoint gives no verdict, and nothing is
 * praised.
 */
import { useEffect, useState } from "react";
import { callAuth } from "../authCalls";

/** A pause in typing, not each key. */
const PAUSE = 500;

interface Verdict {
  /** The judged password. */
  of: string;
  /** Empty: the password would be accepted. */
  reasons: readonly string[];
}

/** The reasons against this password; null while they are unknown. `isAsked` false: the answer is clear without. */
export function usePasswordVerdict(
  password: string,
  personal: readonly string[],
  isAsked: boolean,
): readonly string[] | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const asked = JSON.stringify({ password, words: personal.filter((word) => word.trim()) });
  useEffect(() => {
    if (!isAsked) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const reasons = await askReasons(asked).catch(() => null);
      if (!isStale && reasons) setVerdict({ of: asked, reasons });
    }, PAUSE);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [asked, isAsked]);
  return isAsked && verdict?.of === asked ? verdict.reasons : null;
}

async function askReasons(asked: string): Promise<readonly string[] | null> {
  const { data } = await callAuth<{ reasons: readonly string[] }>("POST", "/passwords/check", JSON.parse(asked));
  return data?.reasons ?? null;
}
