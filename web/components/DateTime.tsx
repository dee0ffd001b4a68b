import { useLang } from "../lib/context";
import { type DateStyle, formatMoment } from "../lib/format/format";
import { useTimeZone } from "../lib/format/useTimeZone";

interface DateTimeProps {
  /** ISO text with its offset, as payloads carry it. */
  value: string;
  format?: DateStyle;
  /** A fixed zone, such as the place where something happens; else the reader's own. */
  timeZone?: string;
  /** The sentence around the date, which may be anywhere in it. */
  say?: (date: string) => string;
}

export function DateTime({ value, format = "dateTime", timeZone, say = (date) => date }: DateTimeProps) {
  const lang = useLang();
  const own = useTimeZone();
  // The Intl data of server and browser may differ by a comma; the browser's version wins.
  return (
    <time dateTime={value} suppressHydrationWarning>
      {say(formatMoment(lang, value, timeZone ?? own, format))}
    </time>
  );
}
