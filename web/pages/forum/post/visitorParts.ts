import { type ComponentType, useEffect, useState } from "react";
import { useLang, useModerates, useVisitor } from "../../../lib/context";
import { loadPartTexts } from "../../../lib/i18n";
import { usePart } from "../../../lib/parts/usePart";

/** Parts that only moderators of the area see, and so only they load. */
export function useAdminPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const moderates = useModerates();
  const { Part, want } = usePart(load, "editor");
  useEffect(() => {
    if (moderates) want();
  }, [moderates, want]);
  return moderates ? Part : null;
}

/** Parts of members only. Most have none, so a failure to load is not shown. `load` of null: none. */
export function useMemberPart<Props>(load: (() => Promise<ComponentType<Props>>) | null): ComponentType<Props> | null {
  const isMember = useVisitor() !== null;
  const lang = useLang();
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (isMember && load)
      Promise.all([load(), loadPartTexts(lang, "editor")]).then(
        ([Loaded]) => setPart(() => Loaded),
        () => undefined,
      );
  }, [isMember, lang, load]);
  return isMember ? Part : null;
}
