import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { DayBoardPayload } from "../../../generated/payloads";
import { type ClosedTime, closeTime, undoClosing } from "../../../lib/api/day/board";
import { useSite, useVisitor } from "../../../lib/context";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { addDays, laterDay } from "../board/columns";
import styles from "../day.module.css";
import { HandOver } from "./HandOver";
import { startOfDay } from "./startOfDay";
import { usePreview } from "./usePreview";

const MAX_REASON = 200;

interface Props {
  data: DayBoardPayload;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Closes days for the site, a service or a person: says beforehand how many bookings that cancels. The days of a person
 * can go to a colleague.
 */
export function CloseDialog({ data, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const targets = useTargets(data);
  const first = laterDay(data.first, data.today);
  const [values, setValues] = useState({
    target: targets[0]?.value ?? "",
    from: first,
    until: first,
    reason: "",
    colleague: "",
  });
  const time = useClosedTime(values);
  const colleague = time?.host && values.colleague !== time.host ? values.colleague || null : null;
  const { preview, colleagues, previewFailure } = usePreview(isOpen ? time : null, colleague);
  const { run, isRunning, failure } = useAction(closeTime);
  const id = useRef(newId());
  const control = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  const handleConfirm = async () => {
    if (!time) return;
    const act = id.current;
    const outcome = await run(act, time, values.reason.trim(), colleague);
    if (!outcome?.value) return;
    const { bookings, handed_over } = outcome.value;
    id.current = newId();
    onClose();
    const done = colleague
      ? t("day.handOver.done", { count: handed_over, cancelled: bookings })
      : t("day.close.done", { count: bookings });
    offerUndo(done, () => undoClosing(act));
    await refresh();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("day.close")}
      confirm={t("day.close.act")}
      isDanger
      isBusy={isRunning}
      failure={failure ?? previewFailure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p className="soft">{t(colleagues.length > 0 ? "day.handOver.text" : "day.close.text")}</p>
      <SelectField label={t("day.close.what")} options={targets} {...control("target")} />
      <div className={styles.span}>
        <TextField type="date" required label={t("day.close.from")} min={data.today} {...control("from")} />
        <TextField type="date" required label={t("day.close.until")} min={values.from} {...control("until")} />
      </div>
      {colleagues.length > 0 && <HandOver colleagues={colleagues} preview={preview} {...control("colleague")} />}
      <p aria-live="polite">
        <strong>
          {preview && !colleague && t("day.close.preview", { count: preview.bookings, people: preview.people })}
        </strong>
      </p>
      <TextField
        label={t("day.close.reason")}
        hint={t("day.close.reasonHint")}
        maxLength={MAX_REASON}
        {...control("reason")}
      />
    </ConfirmDialog>
  );
}

/** Subjects that the reader may close: their own time, services that they handle whole, people in them, the whole site. */
function useTargets(data: DayBoardPayload): { value: string; label: string; lang?: string }[] {
  const { t } = useTranslation();
  const own = useVisitor();
  const people = new Map<string, string>();
  for (const { hostId, hostName } of data.bookings) if (hostId && hostName) people.set(hostId, hostName);
  if (own && people.size + data.services.length > 0 && data.services.some((service) => !service.isWhole))
    people.set(own.id, own.displayName);
  const mayClose = (host: string) => data.mayCloseAll || host === own?.id;
  return [
    ...[...people].filter(([host]) => mayClose(host)).map(([host, name]) => ({ value: `host ${host}`, label: name })),
    ...data.services
      .filter((service) => service.isWhole)
      .map((service) => ({ value: `service ${service.id}`, label: service.name, lang: service.lang })),
    ...(data.mayCloseAll ? [{ value: "all", label: t("day.close.all") }] : []),
  ];
}

/** Whole days of the site's zone; null while the form has no such days. */
function useClosedTime({ target, from, until }: { target: string; from: string; until: string }): ClosedTime | null {
  const { timeZone } = useSite();
  if (!target || !from || !until || until < from) return null;
  const [kind, id] = target.split(" ");
  return {
    from: startOfDay(from, timeZone),
    until: startOfDay(addDays(until, 1), timeZone),
    service: kind === "service" ? (id ?? null) : null,
    host: kind === "host" ? (id ?? null) : null,
  };
}
