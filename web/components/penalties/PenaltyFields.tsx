import type { Penalty } from "../../lib/api/people/penalties";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { DateTime } from "../DateTime";
import { FailureNotice } from "../feedback/FailureNotice";
import { Skeleton } from "../feedback/Skeleton";
import { SelectField } from "../fields/Field";
import { Tag } from "../Tag";
import { ReasonField } from "./ReasonField";
import { reasonText } from "./reasons";
import { type PenaltiesState, SPANS } from "./usePenalties";

/** Longer ones are without end. */
const TEN_YEARS = 10 * 365 * 24 * 3600 * 1000;

interface Props {
  state: PenaltiesState;
}

/** Penalties in force, and the fields of a new one. */
export function PenaltyFields({ state }: Props) {
  const { t } = useTranslation();
  const { known, values, change } = state;
  return (
    <>
      {state.isLoading && !known && <Skeleton lines={4} />}
      <FailureNotice failure={state.loadFailure} onRetry={state.retry} />
      {known && known.active.length > 0 && <Active state={state} />}
      {known && known.choices.length === 0 && <p className="soft">{t("penalty.none")}</p>}
      {known && known.choices.length > 0 && (
        <>
          <SelectField
            label={t("penalty.what")}
            hint={values.choice ? t(`penalty.about.${values.choice}`) : undefined}
            value={values.choice ?? ""}
            options={known.choices.map((value) => ({ value, label: t(`penalty.${value}`) }))}
            onChange={(event) =>
              change({ choice: known.choices.find((one) => one === event.currentTarget.value) ?? null })
            }
          />
          {values.choice !== "forever" && (
            <SelectField
              label={t("penalty.span")}
              value={String(values.hours)}
              options={SPANS.map((hours) => ({ value: String(hours), label: t(`penalty.hours.${hours}`) }))}
              onChange={(event) => change({ hours: Number(event.currentTarget.value) })}
            />
          )}
          <ReasonField value={values.reason} isMissing={state.isMissing} onChange={(reason) => change({ reason })} />
        </>
      )}
    </>
  );
}

function Active({ state }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{t("penalty.active")}</h3>
      <ul className="rows">
        {state.known?.active.map((penalty) => (
          <ActiveItem key={`${penalty.id}${penalty.forum}`} penalty={penalty} state={state} />
        ))}
      </ul>
      <FailureNotice failure={state.liftFailure} />
    </>
  );
}

function ActiveItem({ penalty, state }: Props & { penalty: Penalty }) {
  const { t } = useTranslation();
  const isEndless = penalty.until === null || Date.parse(penalty.until) - Date.now() > TEN_YEARS;
  const name = t(`penalty.${penalty.forum ? "area" : penalty.kind}`);
  return (
    <li className="stack">
      <p className="cluster">
        <Tag tone="bad">{name}</Tag>
        {isEndless || penalty.until === null ? (
          <span className="soft small">{t("penalty.endless")}</span>
        ) : (
          <DateTime value={penalty.until} say={(when) => t("penalty.until", { when })} />
        )}
      </p>
      {penalty.reason && <p>{reasonText(t, penalty.reason)}</p>}
      {!penalty.reason && penalty.kind === "silence" && <p>{t("penalty.byReports")}</p>}
      {penalty.canLift && (
        <div>
          <Button
            size="small"
            isBusy={state.isLifting}
            aria-label={t("penalty.liftOf", { name })}
            onClick={() => state.lift(penalty)}
          >
            {t("penalty.lift")}
          </Button>
        </div>
      )}
    </li>
  );
}
