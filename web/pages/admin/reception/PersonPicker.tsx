import { type KeyboardEvent, type Ref, useEffect, useId, useState } from "react";
import { TextField } from "../../../components/fields/Field";
import { type Booker, findBookers } from "../../../lib/api/booking/reception";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./Reception.module.css";

interface Props {
  service: string;
  timeZone: string;
  words: string;
  isChosen: boolean;
  field: Ref<HTMLInputElement>;
  onType: (words: string) => void;
  /** Null: a person who is not in the list. */
  onChoose: (person: Booker | null) => void;
}

const PAUSE = 150;

/** A field that finds people while a name or number is typed: arrow keys and Enter choose, or a press. */
export function PersonPicker({ service, timeZone, words, isChosen, field, onType, onChoose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  const [active, setActive] = useState(0);
  const people = useFound(service, words);
  const options = words.trim() && !isChosen ? [...people, null] : [];
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && options.length) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    } else if (event.key === "Enter" && options.length) {
      event.preventDefault();
      onChoose(options[active] ?? null);
    }
  };
  return (
    <div>
      <TextField
        ref={field}
        label={t("admin.reception.who")}
        hint={t("admin.reception.whoHint")}
        required
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={80}
        value={words}
        onChange={(event) => {
          setActive(0);
          onType(event.target.value);
        }}
        onKeyDown={handleKey}
      />
      <div role="listbox" id={`${id}-list`} aria-label={t("admin.reception.found")} className={styles.people}>
        {options.map((person, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
          <div
            key={person ? (person.member_id ?? person.guest_id) : "new"}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            className={styles.person}
            onClick={() => onChoose(person)}
          >
            {person ? (
              <>
                <strong>{person.name}</strong>
                <span className="small soft">{person.contact}</span>
                {person.last_at && (
                  <span className="small soft">
                    {t("admin.reception.last", { day: formatMoment(lang, person.last_at, timeZone, "shortDay") })}
                  </span>
                )}
              </>
            ) : (
              <strong>{t("admin.reception.new", { name: words.trim() })}</strong>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function useFound(service: string, words: string): Booker[] {
  const [found, setFound] = useState<Booker[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = words.trim() ? await findBookers(service, words) : null;
      if (isCurrent) setFound(outcome?.value ?? []);
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [service, words]);
  return found;
}
