import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField } from "../../../components/fields/Field";
import type { BoardBooking, BoardHost, DayBoardPayload } from "../../../generated/payloads";
import { listMoveTimes, type MoveTime } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import type { Failure } from "../../../lib/requests/errors";
import { useTranslation } from "../../../lib/texts";
import { addDays, laterDay } from "./columns";
import { hostsFor, type Move } from "./useMove";

const DAYS_AHEAD = 13;

interface Props {
  booking: BoardBooking;
  data: DayBoardPayload;
  move: Move;
  onMoved: () => void;
}

/** Another time or person for a booking: of the two weeks from the day shown, or from today. */
export function MoveForm({ booking, data, move, onMoved }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const [host, setHost] = useState(booking.hostId);
  const [chosen, setChosen] = useState("");
  const { times, failure } = useMoveTimes(booking, host, laterDay(data.first, data.today));
  const others = hostsFor(booking, data.hosts).filter(({ id }) => id !== booking.hostId);
  const other = others.find(({ id }) => id === host);

  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (chosen && (await move.moveTo(booking, { host_id: host, starts_at: chosen }))) onMoved();
  };

  const isNone = times?.length === 0 && !failure;
  if (isNone && others.length === 0) return <p className="soft">{t("day.move.none")}</p>;
  return (
    <form className="stack" onSubmit={handleSubmit}>
      <HostChoice
        booking={booking}
        others={others}
        value={host}
        onChange={(id) => {
          setHost(id);
          setChosen("");
        }}
      />
      {isNone ? (
        <p className="soft" role="status">
          {t("day.move.none")}
        </p>
      ) : (
        <SelectField
          label={other ? t("day.move.with", { name: other.name }) : t("day.move")}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            { value: "", label: t(times ? "day.move.choose" : "common.loading") },
            ...(times ?? []).map(({ starts_at }) => ({
              value: starts_at,
              label: formatMoment(lang, starts_at, timeZone, "dayTime"),
            })),
          ]}
        />
      )}
      <FailureNotice failure={failure} />
      {!isNone && (
        <p>
          <Button type="submit" look="soft" size="small" aria-disabled={!chosen || undefined}>
            {t("day.move.act")}
          </Button>
        </p>
      )}
    </form>
  );
}

interface HostChoiceProps {
  booking: BoardBooking;
  others: readonly BoardHost[];
  value: string | null;
  onChange: (id: string | null) => void;
}

function HostChoice({ booking, others, value, onChange }: HostChoiceProps) {
  const { t } = useTranslation();
  if (others.length === 0 || !booking.hostId || !booking.hostName) return null;
  return (
    <SelectField
      label={t("day.move.host")}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: booking.hostId, label: t("day.move.stays", { name: booking.hostName }) },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

interface Found {
  /** Null: they are being loaded. */
  times: readonly MoveTime[] | null;
  failure: Failure | null;
}

function useMoveTimes(booking: BoardBooking, host: string | null, first: string): Found {
  const [found, setFound] = useState<Found>({ times: null, failure: null });
  useEffect(() => {
    let isOver = false;
    setFound({ times: null, failure: null });
    listMoveTimes(booking.id, first, addDays(first, DAYS_AHEAD), host ? [host] : []).then(({ value, failure }) => {
      if (!isOver) setFound({ times: value ?? [], failure });
    });
    return () => {
      isOver = true;
    };
  }, [booking.id, first, host]);
  return found;
}
