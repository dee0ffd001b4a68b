import { useLang } from "../../lib/context";
import { formatAgo } from "../../lib/format/relative";
import { useNow } from "../../lib/format/useNow";
import { useTimeZone } from "../../lib/format/useTimeZone";

interface RelativeTimeProps {
  /** ISO text with its offset, as payloads carry it. */
  value: string;
}

/** How long ago: for lists, where what is new matters and not the exact moment. */
export function RelativeTime({ value }: RelativeTimeProps) {
  const lang = useLang();
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <time dateTime={value} suppressHydrationWarning>
      {formatAgo(lang, value, timeZone, now)}
    </time>
  );
}
