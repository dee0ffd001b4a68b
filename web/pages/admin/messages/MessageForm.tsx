import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { TextArea, TextField } from "../../../components/fields/Field";
import type { OwnMessage, StandardMessage } from "../../../generated/payloads";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import styles from "./messages.module.css";
import { type MessageId, saveMessage } from "./messageTexts";
import { findMistakes, LONGEST, PARTS, type Part, type Parts, partsOf } from "./parts";

interface Props {
  id: MessageId;
  parts: Parts;
  stored: OwnMessage | null;
  standard: StandardMessage;
  placeholders: readonly string[];
  onChange: (parts: Parts) => void;
  onSaved: () => void;
}

/** The parts of one message, each with the standard text below it. */
export function MessageForm({ id, parts, stored, standard, placeholders, onChange, onSaved }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const saving = useAction(saveMessage);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const last = useRef<Part>("body");
  const mistakes = isTried ? findMistakes(parts, placeholders) : {};
  const reset = useReset(id, stored, onSaved);

  const handleSave = async () => {
    setTried(true);
    if (Object.keys(findMistakes(parts, placeholders)).length > 0) return;
    const outcome = await saving.run(id, parts);
    if (outcome?.failure !== null) return;
    showToast(t("admin.texts.saved"), { tone: "success" });
    await refresh();
    onSaved();
  };

  const handleInsert = (name: string) => {
    const part = last.current;
    const field = form.current?.querySelector<HTMLTextAreaElement>(`[name="${part}"]`);
    const [from, until] = [field?.selectionStart ?? parts[part].length, field?.selectionEnd ?? parts[part].length];
    onChange({ ...parts, [part]: `${parts[part].slice(0, from)}{${name}}${parts[part].slice(until)}` });
    field?.focus();
  };

  const control = (part: Part) => ({
    name: part,
    label: t(`admin.texts.${part}`),
    hint: part === "addition" ? t("admin.texts.additionHint") : t("admin.texts.standard", { text: standard[part] }),
    lang: HTML_LANG[id.language],
    maxLength: LONGEST[part],
    value: parts[part],
    error: mistakes[part] ? t(mistakes[part].key, mistakes[part].values) : null,
    onFocus: () => {
      last.current = part;
    },
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...parts, [part]: event.target.value }),
  });

  return (
    <div ref={form}>
      <SaveForm action={saving} onSave={handleSave}>
        <Placeholders names={placeholders} onInsert={handleInsert} />
        <TextField {...control("subject")} />
        <TextArea rows={4} {...control("body")} />
        <TextArea rows={3} {...control("addition")} />
        <TextArea rows={3} {...control("sms")} />
        {stored && (
          <div>
            <p className="facts">
              <span>{t("admin.texts.changed")}</span>
              <DateTime value={stored.changedAt} />
              {stored.changedBy && <span>{stored.changedBy}</span>}
            </p>
            <Button size="small" isBusy={reset.isRunning} onClick={reset.reset}>
              {t("admin.texts.reset")}
            </Button>
          </div>
        )}
      </SaveForm>
    </div>
  );
}

/** The standard texts again, with an undo. */
function useReset(id: MessageId, stored: OwnMessage | null, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning } = useAction(saveMessage);
  const reset = async () => {
    if (!stored) return;
    const before = partsOf(stored);
    const empty = Object.fromEntries(PARTS.map((part) => [part, ""])) as Parts;
    const outcome = await run(id, empty);
    if (outcome?.failure !== null) return;
    onDone();
    offerUndo(t("admin.texts.resetDone"), () => saveMessage(id, before));
    await refresh();
  };
  return { reset, isRunning };
}

interface PlaceholdersProps {
  names: readonly string[];
  onInsert: (name: string) => void;
}

function Placeholders({ names, onInsert }: PlaceholdersProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.placeholders}>
      <legend>{t("admin.texts.placeholders")}</legend>
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={t("admin.texts.insert", { name: t(`admin.texts.placeholder.${name}`) })}
          onClick={() => onInsert(name)}
        >
          {t(`admin.texts.placeholder.${name}`)}
        </Button>
      ))}
    </fieldset>
  );
}
