import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { pathTo } from "../../../generated/paths";
import type { SearchHit, SearchPayload } from "../../../generated/payloads";
import { type FoundPerson, findPeople } from "../../../lib/api/people/findPeople";
import { useLang, useVisitor } from "../../../lib/context";
import { Redirect } from "../../../router/navigation";
import { fetchPayload, payloadAddress } from "../../../router/payloadLoader";

interface Found {
  words: string;
  hits: readonly SearchHit[];
  /** Members see those whose name they may know. */
  people: readonly FoundPerson[];
}

const MAX_HITS = 5;
const MAX_PEOPLE = 2;
const PAUSE = 200;
/** One Chinese character, or two letters. */
const LONG_ENOUGH = /\p{Script=Han}|\S\S/u;
const NOTHING: Found = { words: "", hits: [], people: [] };

/** The best results for what is being typed into a field. A failed request shows none. */
export function useSuggestions(input: RefObject<HTMLInputElement | null>, kind: string | undefined) {
  const lang = useLang();
  const isMember = useVisitor() !== null;
  const [words, setWords] = useState("");
  const [found, setFound] = useState(NOTHING);
  const close = () => {
    setWords("");
    setFound(NOTHING);
  };
  const handleInput = useEffectEvent((event?: Event) => {
    // Input that an input method has not committed is no word yet.
    if (event instanceof InputEvent && event.isComposing) return;
    const typed = input.current?.value.trim() ?? "";
    if (LONG_ENOUGH.test(typed)) setWords(typed);
    else close();
  });
  const search = useEffectEvent(async (signal: AbortSignal) => {
    const address = pathTo.search({ lang }, kind ? { q: words, kind } : { q: words });
    const [page, people] = await Promise.all([
      fetchPayload(payloadAddress(new URL(address, location.origin)), signal),
      isMember && !kind ? findPeople(words, undefined).catch(() => []) : [],
    ]);
    const hits = page instanceof Redirect ? [] : withoutRepeats((page.data as SearchPayload).hits);
    if (!signal.aborted) setFound({ words, hits: hits.slice(0, MAX_HITS), people: people.slice(0, MAX_PEOPLE) });
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // Typed while this was loading.
    if (field.value !== field.defaultValue) handleInput();
    const handle = (event: Event) => handleInput(event);
    field.addEventListener("input", handle);
    field.addEventListener("compositionend", handle);
    return () => {
      field.removeEventListener("input", handle);
      field.removeEventListener("compositionend", handle);
    };
  }, [input]);

  useEffect(() => {
    if (words === "") return;
    const aborting = new AbortController();
    // The results of earlier words stay until the next answer.
    const handleFailure = () => !aborting.signal.aborted && setFound(NOTHING);
    const timer = setTimeout(() => search(aborting.signal).catch(handleFailure), PAUSE);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [words]);

  return { ...found, typed: words, close };
}

/** One result for each thread: the title stands for its replies. */
function withoutRepeats(hits: readonly SearchHit[]): SearchHit[] {
  const subjects = hits.map(({ kind, path, id }) => (kind === "post" || kind === "reply" ? path.split(/[?#]/)[0] : id));
  return hits.filter((_, place) => subjects.indexOf(subjects[place]) === place);
}
