import { type ChangeEvent, type FormEvent, useCallback, useState } from "react";
import { useTranslation } from "../texts";

type Values = Record<string, string>;
type Keys<V extends Values> = Partial<Record<keyof V, string | readonly string[] | null>>;

interface Control {
  name: string;
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
}

export interface Form<V extends Values> {
  values: V;
  /** Of the form element. Takes over what was typed, or filled in by the browser, before the page was alive. */
  ref: (form: HTMLFormElement | null) => void;
  /**
   * Props of the field with this name. Errors show from an attempt to send that failed on, and follow the typing then.
   * Not when a field is left: the line that appears would move the button away from under the finger that presses it.
   * Nor in a field that comes with the next step of a form: nobody has got that one wrong yet.
   */
  control: (name: keyof V & string) => Control;
  /** Sends what passes the check; otherwise shows every error and goes to the first. */
  handleSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What the server refused, by field. It goes when that field is changed. */
  refuse: (keys: Keys<V>) => void;
  reset: (values: V) => void;
}

/** A form's answers, in the order of its fields, and what is wrong with them: before the server judges (`check`) and after (`refuse`). */
export function useForm<V extends Values>(
  initial: V,
  check: (values: V) => Keys<V>,
  send: (values: V) => void,
  /** What an earlier visit left, for fields that are empty: read in the browser only. */
  readEarlier?: () => Partial<Values>,
): Form<V> {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [wasSent, setSent] = useState(false);
  const [refused, setRefused] = useState<Keys<V>>({});
  const found = check(values);

  // Once, when the form appears: later the values here are the truth. `readEarlier` is a function of the module.
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      if (form) setValues((old) => ({ ...old, ...takeOver(form, old, readEarlier?.() ?? {}) }));
    },
    [readEarlier],
  );

  const control = (name: keyof V & string): Control => {
    const keys = refused[name] ?? (wasSent ? found[name] : null);
    return {
      name,
      value: values[name] ?? "",
      error: keys
        ? [keys]
            .flat()
            .map((key) => t(key))
            .join(" ")
        : null,
      onChange: (event) => {
        const { value } = event.currentTarget;
        setValues((old) => ({ ...old, [name]: value }));
        setRefused((old) => ({ ...old, [name]: null }));
      },
    };
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = Object.keys(values).find((name) => found[name]);
    setSent(wrong !== undefined);
    if (wrong === undefined) return send(values);
    const field = event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const reset = (next: V) => {
    setValues(next);
    setSent(false);
    setRefused({});
  };
  return { values, ref, control, handleSubmit, refuse: setRefused, reset };
}

function takeOver(form: HTMLFormElement, old: Values, earlier: Partial<Values>): Values {
  return Object.fromEntries(
    Object.keys(old).map((name) => {
      const field = form.elements.namedItem(name);
      const typed = field instanceof HTMLInputElement ? field.value : "";
      return [name, typed || old[name] || earlier[name] || ""];
    }),
  );
}
