import { useState } from "react";
import { liftPenalty, listPenalties, type Penalty, type PenaltyChoice, penalize } from "../../lib/api/people/penalties";
import { newId } from "../../lib/requests/newId";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useFetched } from "../../lib/requests/useFetched";
import { useUndo } from "../../lib/requests/useUndo";
import { useTranslation } from "../../lib/texts";

export const SPANS = [24, 72, 168, 720] as const;

/** The penalties of a member, and the form for another one; `topic`: in the area of this topic as well. */
export function usePenalties(member: string, topic?: string) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [load] = useState(() => () => listPenalties(member, topic));
  const { value: known, failure, isLoading, fetch } = useFetched(load);
  const [values, setValues] = useState({ choice: null as PenaltyChoice | null, hours: 24, reason: "" });
  const [isMissing, setMissing] = useState(false);
  const imposing = useAction(penalize);
  const lifting = useAction(liftPenalty);
  const choice = values.choice ?? known?.choices[0] ?? null;

  const impose = async (): Promise<boolean> => {
    const reason = values.reason.trim();
    setMissing(reason === "");
    if (!known || !choice || !reason) return false;
    const id = newId();
    const outcome = await imposing.run({ id, member, choice, hours: values.hours, reason, forum: known.forum });
    if (!outcome || outcome.failure) return false;
    const made = choice === "area" ? { id: null, forum: known.forum } : { id, forum: null };
    setValues({ ...values, reason: "" });
    offerUndo(t(`penalty.done.${choice}`), async () => {
      const undone = await liftPenalty(member, made);
      await fetch();
      return undone;
    });
    await Promise.all([fetch(), refresh()]);
    return true;
  };
  const lift = async (penalty: Penalty) => {
    const outcome = await lifting.run(member, penalty);
    if (outcome && !outcome.failure) await Promise.all([fetch(), refresh()]);
  };
  return {
    known,
    isLoading,
    loadFailure: failure,
    retry: fetch,
    values: { ...values, choice },
    change: (more: Partial<typeof values>) => setValues({ ...values, ...more }),
    isMissing: isMissing && values.reason.trim() === "",
    impose,
    lift,
    isImposing: imposing.isRunning,
    isLifting: lifting.isRunning,
    failure: imposing.failure,
    liftFailure: lifting.failure,
  };
}

export type PenaltiesState = ReturnType<typeof usePenalties>;
