import { type RefObject, useEffect, useEffectEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { SearchHit } from "../../../generated/payloads";
import type { FoundPerson } from "../../../lib/api/people/findPeople";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { Avatar } from "../../Avatar";
import { Marked } from "../../Marked";
import { LanguageTag } from "../../Tag";
import styles from "./Suggestions.module.css";
import { useSuggestions } from "./useSuggestions";

interface Props {
  input: RefObject<HTMLInputElement | null>;
  kind?: string;
}

const NONE = -1;
/** Of a page; a resource leads to a file, another site or a phone number. */
const PAGE = /^\/(en|zh|ms|vi)\//;

/** Results below a search field, whose focus stays there: chosen by arrow keys and Enter, or pressed. */
export function Suggestions({ input, kind }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lang = useLang();
  const id = useId();
  const { words, typed, hits, people, close } = useSuggestions(input, kind);
  // Other words, and other results, begin without a choice.
  const question = `${typed}\n${words}`;
  const [chosen, setChosen] = useState({ question, place: NONE });
  const active = chosen.question === question ? chosen.place : NONE;
  const count = hits.length + people.length;
  const isOpen = count > 0;
  const options = [
    ...hits.map((hit) => ({ key: `${hit.id} ${hit.language}`, path: hit.path, content: <Result hit={hit} /> })),
    ...people.map((person) => ({
      key: person.id,
      path: pathTo.peoplePerson({ lang, personId: person.id }),
      content: <Person person={person} />,
    })),
    { key: "all", path: null, content: <span className={styles.all}>{t("search.all", { words })}</span> },
  ];

  const choose = (place: number) => {
    const path = options[place]?.path;
    const field = input.current;
    if (!path) field?.form?.requestSubmit();
    else if (PAGE.test(path)) navigate(path);
    else location.assign(path);
    if (path && field) field.value = field.defaultValue;
    field?.blur();
  };
  const handleLeave = useEffectEvent(() => {
    setChosen({ question: "", place: NONE });
    close();
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isPending = typed !== "";
    if (event.isComposing || !(isOpen || isPending)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isOpen) {
      // The options and the field itself.
      const places = options.length + 1;
      setChosen({ question, place: ((active + 1 + step + places) % places) - 1 });
    } else if (event.key === "Enter" && active !== NONE) choose(active);
    else if (event.key === "Escape") handleLeave();
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.autocomplete = "off";
    field.setAttribute("aria-autocomplete", "list");
    const press = (event: KeyboardEvent) => handleKey(event);
    const leave = () => handleLeave();
    const { form } = field;
    field.addEventListener("keydown", press);
    field.addEventListener("blur", leave);
    form?.addEventListener("submit", leave);
    return () => {
      field.removeEventListener("keydown", press);
      field.removeEventListener("blur", leave);
      form?.removeEventListener("submit", leave);
    };
  }, [input]);
  useEffect(() => {
    const field = input.current;
    if (active === NONE) field?.removeAttribute("aria-activedescendant");
    else field?.setAttribute("aria-activedescendant", `${id}-${active}`);
  }, [input, id, active]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && t("search.suggestionsFound", { count })}
      </p>
      {isOpen && (
        <div role="listbox" aria-label={t("search.suggestions")} className={styles.list}>
          {options.map(({ key, content }, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={key}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === active}
              className={styles.option}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
            >
              {content}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Person({ person }: { person: FoundPerson }) {
  return (
    <span className={styles.person}>
      <Avatar name={person.display_name} pictureUrl={person.picture_url} size="small" />
      <span className={styles.title}>{person.display_name}</span>
    </span>
  );
}

function Result({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation();
  const lang = useLang();
  const ofThread = hit.thread !== null && hit.threadLanguage;
  return (
    <>
      <span
        className={styles.title}
        lang={HTML_LANG[ofThread || hit.language]}
        translate={hit.isUntranslated ? "no" : undefined}
      >
        {ofThread ? hit.thread : <Marked segments={hit.title} />}
      </span>
      <span className="facts">
        <span>{t(`search.kind.${hit.kind}`)}</span>
        {hit.forum && <span>{hit.forum}</span>}
        {hit.language !== lang && <LanguageTag language={hit.language} />}
      </span>
    </>
  );
}
