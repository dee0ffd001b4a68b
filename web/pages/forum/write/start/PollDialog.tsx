import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { SelectField, TextField } from "../../../../components/fields/Field";
import type { NewPoll } from "../../../../lib/api/forum";
import { focusFirstMistake } from "../../../../lib/forms/mistakes";
import { useTranslation } from "../../../../lib/texts";

interface Props {
  poll: NewPoll | null;
  onSave: (poll: NewPoll) => void;
  onClose: () => void;
}

const MAX_OPTIONS = 20;
const RESULTS = ["always", "voted", "closed"] as const;

/** The question and the options of a poll, how many of them a vote may have, and when results are shown. */
export function PollDialog({ poll, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(poll ?? BLANK);
  const [isChecked, setChecked] = useState(false);
  const change = (changes: Partial<NewPoll>) => setText({ ...text, ...changes });
  const options = text.options.map((option) => option.trim()).filter(Boolean);
  const isUnasked = !text.question.trim();
  const isUnclear = options.length < 2 || new Set(options).size < options.length;
  const isPast = text.closesAt !== null && Date.parse(text.closesAt) <= Date.now();
  const handleSave = () => {
    setChecked(true);
    if (isUnasked || isUnclear || isPast) {
      focusFirstMistake(document.querySelector<HTMLElement>("dialog[open]"));
      return;
    }
    onSave({
      ...text,
      question: text.question.trim(),
      options,
      maxChoices: Math.min(text.maxChoices, options.length),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("topics.poll.add")}
      confirm={t("common.save")}
      onConfirm={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t("topics.poll.question")}
        required
        maxLength={200}
        autoComplete="off"
        value={text.question}
        error={isChecked && isUnasked ? t("topics.poll.few") : null}
        onChange={(event) => change({ question: event.target.value })}
      />
      <Options
        options={text.options}
        isUnclear={isChecked && isUnclear && !isUnasked}
        onChange={(changed) => change({ options: changed })}
      />
      <Rules text={text} count={Math.max(2, options.length)} isPast={isChecked && isPast} change={change} />
      <p className="soft small">{t("topics.poll.hint")}</p>
    </ConfirmDialog>
  );
}

interface OptionsProps {
  options: readonly string[];
  /** Fewer than two, or two alike: shown at the first field to change. */
  isUnclear: boolean;
  onChange: (options: string[]) => void;
}

function Options({ options, isUnclear, onChange }: OptionsProps) {
  const { t } = useTranslation();
  const words = options.map((option) => option.trim());
  const wrong = isUnclear ? words.findIndex((word, place) => !word || words.indexOf(word) < place) : -1;
  return (
    <>
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place.
        <div key={place} className="stack">
          <TextField
            label={t("topics.poll.option", { number: place + 1 })}
            required={place < 2}
            maxLength={120}
            autoComplete="off"
            value={option}
            error={place === wrong ? t("topics.poll.few") : null}
            onChange={(event) => onChange(options.with(place, event.target.value))}
          />
          {place > 1 && (
            <Button look="quiet" size="small" onClick={() => onChange(options.toSpliced(place, 1))}>
              {t("topics.poll.less", { number: place + 1 })}
            </Button>
          )}
        </div>
      ))}
      {options.length < MAX_OPTIONS && (
        <Button size="small" onClick={() => onChange([...options, ""])}>
          {t("topics.poll.more")}
        </Button>
      )}
    </>
  );
}

interface RulesProps {
  text: NewPoll;
  /** How many options there are. */
  count: number;
  isPast: boolean;
  change: (changes: Partial<NewPoll>) => void;
}

function Rules({ text, count, isPast, change }: RulesProps) {
  const { t } = useTranslation();
  const numbers = Array.from({ length: count }, (_, place) => place + 1);
  return (
    <>
      <SelectField
        label={t("topics.poll.choices")}
        value={String(Math.min(text.maxChoices, count))}
        options={numbers.map((number) => ({
          value: String(number),
          label: number === 1 ? t("topics.poll.one") : t("topics.poll.many", { count: number }),
        }))}
        onChange={(event) => change({ maxChoices: Number(event.target.value) })}
      />
      <SelectField
        label={t("topics.poll.results")}
        value={text.results}
        options={RESULTS.map((value) => ({ value, label: t(`topics.poll.results.${value}`) }))}
        onChange={({ target }) => change({ results: RESULTS.find((one) => one === target.value) ?? "always" })}
      />
      <TextField
        type="datetime-local"
        label={t("topics.poll.closesAt")}
        value={toField(text.closesAt)}
        error={isPast ? t("forum.error.past_moment") : null}
        onChange={({ target }) => change({ closesAt: target.value ? new Date(target.value).toISOString() : null })}
      />
    </>
  );
}

/** In the device's own time, as a field of the browser takes it. */
function toField(moment: string | null): string {
  if (!moment) return "";
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const BLANK: NewPoll = { question: "", options: ["", ""], maxChoices: 1, results: "always", closesAt: null };
