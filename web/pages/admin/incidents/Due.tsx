import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import type { IncidentRow } from "../../../generated/payloads";
import { useNow } from "../../../lib/format/useNow";
import { useTranslation } from "../../../lib/texts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SOON = 24 * HOUR;

type Props = Pick<IncidentRow, "dueAt" | "reportedAt" | "closedAt">;

/** The time left for the report to the authority, or when it was handed over. */
export function Due({ dueAt, reportedAt, closedAt }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const left = Date.parse(dueAt) - now;
  if (reportedAt) {
    return (
      <Tag tone="good">
        <DateTime value={reportedAt} say={(date) => t("admin.incidents.reported", { date })} />
      </Tag>
    );
  }
  if (closedAt) return null;
  const size = Math.abs(left);
  const unit = size < HOUR ? "minutes" : "hours";
  const count = Math.floor(size / (unit === "hours" ? HOUR : MINUTE));
  return (
    <Tag tone={left < SOON ? "bad" : "note"}>
      <span suppressHydrationWarning>
        {t(left < 0 ? `admin.incidents.late.${unit}` : `admin.incidents.left.${unit}`, { count })}
      </span>
    </Tag>
  );
}
