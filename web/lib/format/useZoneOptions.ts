import { useEffect, useState } from "react";
import { useLang } from "../context";
import type { Lang } from "../page";
import { compareNames } from "./compareNames";
import { zoneCity, zoneTitle } from "./zones";

interface ZoneOption {
  value: string;
  label: string;
}

/** Every zone that the browser knows, under its city. The server renders only the chosen one. */
export function useZoneOptions(current: string): readonly ZoneOption[] {
  const lang = useLang();
  const [options, setOptions] = useState<readonly ZoneOption[]>([]);
  useEffect(() => {
    // 400 names take long enough to delay the first input.
    const timer = setTimeout(() => setOptions(readOptions(lang)));
    return () => clearTimeout(timer);
  }, [lang]);
  if (options.some((option) => option.value === current)) return options;
  // The city alone, which is the same on the server and in the browser.
  return [{ value: current, label: zoneCity(current) }, ...options];
}

function readOptions(lang: Lang): ZoneOption[] {
  const now = new Date().toISOString();
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])]
    .map((value) => ({ value, label: zoneTitle(lang, value, now) }))
    .sort((one, other) => compareNames(lang, one.label, other.label));
}
