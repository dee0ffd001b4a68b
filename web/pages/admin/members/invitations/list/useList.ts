import { useState } from "react";
import { inviteList, type ListFinding } from "../../../../../lib/api/members";
import type { Lang } from "../../../../../lib/page";
import { readFailure } from "../../../../../lib/requests/errors";
import { useAction } from "../../../../../lib/requests/useAction";
import { type ListedPerson, type ListProblem, readList } from "./readList";

interface Given {
  role_id: string | null;
  group_id: string | null;
}

const ERRORS: ReadonlySet<string> = new Set(["address", "note", "language", "sms"]);
const NOTHING = { people: null, findings: [], problem: null };

interface List {
  people: readonly ListedPerson[] | null;
  findings: readonly ListFinding[];
  problem: ListProblem | null;
}

export function isError({ finding }: ListFinding): boolean {
  return ERRORS.has(finding);
}

/** The chosen list: read on this device, checked by the site, and sent. */
export function useList(sendsSms: boolean) {
  const [list, setList] = useState<List>(NOTHING);
  const [unreadable, setUnreadable] = useState<ReturnType<typeof readFailure> | null>(null);
  const checking = useAction(inviteList);
  const sending = useAction(inviteList);

  const withoutSms = (people: readonly ListedPerson[]): ListFinding[] =>
    sendsSms
      ? []
      : people.flatMap(({ address }, index) =>
          address === "" || address.includes("@") ? [] : [{ number: index + 1, finding: "sms" }],
        );

  const choose = async (file: File) => {
    setList(NOTHING);
    setUnreadable(null);
    sending.clear();
    const read = await readList(file).catch((error) => {
      setUnreadable(readFailure(error));
      return null;
    });
    if (read === null) return;
    if (typeof read === "string") return setList({ ...NOTHING, problem: read });
    // The language of rows without one is chosen afterwards; for the check any will do.
    const outcome = await checking.run(asInvited(read, "en"), { role_id: null, group_id: null }, true);
    if (!outcome?.value) return;
    const own = withoutSms(read);
    const numbers = new Set(own.map(({ number }) => number));
    const others = outcome.value.filter(({ number }) => !numbers.has(number));
    const findings = [...own, ...others].sort((one, other) => one.number - other.number);
    setList({ people: read, findings, problem: null });
  };

  /** The number of invitations; null if nothing was sent. */
  const send = async (given: Given, language: Lang): Promise<number | null> => {
    if (!list.people) return null;
    const outcome = await sending.run(asInvited(list.people, language), given, false);
    if (!outcome?.value) return null;
    if (outcome.value.some(isError)) {
      setList({ ...list, findings: outcome.value });
      return null;
    }
    setList(NOTHING);
    return list.people.length - outcome.value.length;
  };

  const isReady = list.people !== null && !list.findings.some(isError);
  return {
    ...list,
    /** How many will be invited; 0 while a row is wrong. */
    ready: isReady && list.people ? list.people.length - list.findings.length : 0,
    failure: unreadable ?? checking.failure ?? sending.failure,
    isChecking: checking.isRunning,
    isSending: sending.isRunning,
    choose,
    send,
  };
}

function asInvited(people: readonly ListedPerson[], language: Lang) {
  return people.map((person) => ({
    address: person.address,
    note: person.note,
    language: person.language ?? language,
  }));
}
