import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField } from "../../../components/fields/Field";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { listMoveTimes, type MoveTime } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import type { Failure } from "../../../lib/requests/errors";
import { useTranslation } from "../../../lib/texts";
import { addDays, laterDay } from "./columns";
import type { Move } from "./useMove";

const DAYS_AHEAD = 13;

interface Props {
  booking: BoardBooking;
  data: DayBoardPayload;
  move: Move;
  onMoved: () => void;
}

/** Another time for a booking: of the two weeks from the day shown, or from today. */
export function MoveForm({ booking, data, move, onMoved }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const [times, setTimes] = useState<readonly MoveTime[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [chosen, setChosen] = useState("");
  const first = laterDay(data.first, data.today);

  useEffect(() => {
    let isOver = false;
    listMoveTimes(booking.id, first, addDays(first, DAYS_AHEAD)).then((outcome) => {
      if (isOver) return;
      setTimes(outcome.value ?? []);
      setFailure(outcome.failure);
    });
    return () => {
      isOver = true;
    };
  }, [booking.id, first]);

  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (chosen && (await move.moveTo(booking, chosen))) onMoved();
  };

  if (times?.length === 0 && !failure) return <p className="soft">{t("day.move.none")}</p>;
  return (
    <form className="stack" onSubmit={handleSubmit}>
      <SelectField
        label={t("day.move")}
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
      <FailureNotice failure={failure} />
      <p>
        <Button type="submit" look="soft" size="small" aria-disabled={!chosen || undefined}>
          {t("day.move.act")}
        </Button>
      </p>
    </form>
  );
}
