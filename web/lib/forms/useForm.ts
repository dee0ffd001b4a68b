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
  /** Ref of the form element. Reads what was typed or autofilled before hydration. */
  ref: (form: HTMLFormElement | null) => void;
  /**
   * Props of the field with this name. Errors show from an attempt to send that failed on, and follow the typing then.
   * Not when a field is left: the line that appears would move the button away from under the finger that presses it.
   * Nor in a field of the form's next step, which has not been submitted yet.
   */
  control: (name: keyof V & string) => Control;
  /** Sends what passes the check; otherwise shows every error and goes to the first. */
  handleSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Errors from the server, by field. Cleared when the field changes. */
  refuse: (keys: Keys<V>) => void;
  reset: (values: V) => void;
}

/** Values of a form in the order of its fields, and their errors: from validation (`check`) and from the server (`refuse`). */
export function useForm<V extends Values>(
  initial: V,
  check: (values: V) => Keys<V>,
  send: (values: V) => void,
  /** Saved values for empty fields: read in the browser only. */
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
