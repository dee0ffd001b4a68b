import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format/format";
import { OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useLanguages } from "../../../lib/useLanguages";

/** The languages that something is not in, as a list to read; null when it is in all of them. */
export function useMissing(languages: readonly Lang[]): string | null {
  const lang = useLang();
  const missing = useLanguages().filter((one) => !languages.includes(one));
  if (missing.length === 0) return null;
  return formatList(
    lang,
    missing.map((one) => OWN_NAME[one]),
  );
}
