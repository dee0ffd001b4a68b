import { useState } from "react";
import { Button } from "../../../components/Button";
import { SelectField, TextField } from "../../../components/fields/Field";
import { SectionHead } from "../../../components/parts/Heads";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { BoardNumber, DayBoardPayload } from "../../../generated/payloads";
import { callNext, setNumberState, takeNumber } from "../../../lib/api/day/board";
import { useLang } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../day.module.css";

const MAX_PLACE = 40;

interface Props {
  data: DayBoardPayload;
}

/** Walk-ins of today: a number for each, and which one is called to where. */
export function Queue({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [chosen, setChosen] = useState(data.service ?? data.services[0]?.id ?? "");
  const [place, setPlace] = useState("");
  const service = data.services.some(({ id }) => id === chosen) ? chosen : (data.services[0]?.id ?? "");
  const { next, take, isRunning } = useQueue(service, place);
  if (data.services.length === 0) return null;
  return (
    <section className={styles.queue} aria-labelledby="queue">
      <SectionHead
        id="queue"
        title={t("day.queue")}
        more={{ to: pathTo.dayServing({ lang }), label: t("day.queue.screen") }}
      />
      <div className={styles.queueForm}>
        {data.services.length > 1 && (
          <SelectField
            label={t("day.service")}
            value={service}
            onChange={(event) => setChosen(event.target.value)}
            options={data.services.map(({ id, name, lang: own }) => ({ value: id, label: name, lang: own }))}
          />
        )}
        <TextField
          label={t("day.queue.place")}
          maxLength={MAX_PLACE}
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
        <Button look="soft" isBusy={isRunning} onClick={take}>
          {t("day.queue.take")}
        </Button>
        <Button look="primary" isBusy={isRunning} onClick={next}>
          {t("day.queue.next")}
        </Button>
      </div>
      {data.numbers.length === 0 ? (
        <p className="soft">{t("day.queue.empty")}</p>
      ) : (
        <ul className="rows">
          {data.numbers.map((number) => (
            <NumberRow key={number.id} number={number} data={data} />
          ))}
        </ul>
      )}
    </section>
  );
}

function useQueue(service: string, place: string) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const taking = useAction(takeNumber);
  const calling = useAction(callNext);
  const take = async () => {
    const outcome = await taking.run(service);
    if (outcome?.failure) showToast(t(outcome.failure.key), { tone: "error" });
    if (outcome?.value) {
      const { id, number } = outcome.value;
      offerUndo(t("day.queue.taken", { number }), () => setNumberState(id, "gone"));
    }
    await refresh();
  };
  const next = async () => {
    const outcome = await calling.run(service, place);
    if (!outcome) return;
    if (outcome.failure) showToast(t(outcome.failure.key), { tone: "error" });
    else if (outcome.value) {
      const { id, number } = outcome.value;
      offerUndo(t("day.queue.called", { number }), () => setNumberState(id, "waiting"));
    } else showToast(t("day.queue.empty"));
    await refresh();
  };
  return { take, next, isRunning: taking.isRunning || calling.isRunning };
}

interface NumberProps extends Props {
  number: BoardNumber;
}

function NumberRow({ number, data }: NumberProps) {
  const { t } = useTranslation();
  const { run } = useQuickAction();
  const service = data.services.find(({ id }) => id === number.serviceId);
  const end = (state: "served" | "gone") =>
    run(
      () => setNumberState(number.id, state),
      t(`day.queue.${state}`, { number: number.number }),
      () => setNumberState(number.id, number.state),
    );
  return (
    <li className={styles.number}>
      <strong className={styles.figure}>{number.number}</strong>
      <span>{service?.name}</span>
      {number.state === "called" && <Tag tone="good">{number.place || t("day.queue.now")}</Tag>}
      <span className={styles.numberActs}>
        {number.state === "called" && (
          <Button size="small" onClick={() => end("served")}>
            {t("day.queue.end")}
          </Button>
        )}
        <Button size="small" look="quiet" onClick={() => end("gone")}>
          {t("day.queue.leave")}
        </Button>
      </span>
    </li>
  );
}
