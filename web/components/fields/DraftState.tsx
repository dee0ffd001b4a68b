import type { DraftState as State } from "../../lib/forms/drafts";
import { useTranslation } from "../../lib/texts";

interface Props {
  state: State;
}

/** Where the draft is stored at the moment. Announced politely, so that it never interrupts. */
export function DraftState({ state }: Props) {
  const { t } = useTranslation();
  const texts = {
    none: "",
    saving: t("common.draft.saving"),
    saved: t("common.draft.saved"),
    local: t("common.draft.local"),
  };
  return (
    <p className="small soft" role="status">
      {texts[state]}
    </p>
  );
}
