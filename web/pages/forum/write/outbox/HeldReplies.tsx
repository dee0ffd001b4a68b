import { HeldTexts } from "../../../../components/held/HeldTexts";
import type { OwnHeldText } from "../../../../generated/payloads";
import { useTranslation } from "../../../../lib/texts";

interface Props {
  texts: readonly OwnHeldText[];
}

/** Replies of the visitor that a moderator has not approved. The topic is known here. */
export function HeldReplies({ texts }: Props) {
  const { t } = useTranslation();
  if (texts.length === 0) return null;
  return (
    <section aria-label={t("held.title")} className="stack">
      <p className="soft small">{t("held.lead")}</p>
      <HeldTexts texts={texts.map((text) => ({ ...text, title: null }))} />
    </section>
  );
}
