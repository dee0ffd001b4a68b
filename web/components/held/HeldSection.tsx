import type { OwnHeldText } from "../../generated/payloads";
import { useTranslation } from "../../lib/texts";
import { SectionHead } from "../parts/Heads";
import { HeldTexts } from "./HeldTexts";

/** Texts that wait for a moderator or were rejected. Nothing for most members. */
export function HeldSection({ texts }: { texts: readonly OwnHeldText[] }) {
  const { t } = useTranslation();
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby="held" className="stack">
      <SectionHead id="held" title={t("held.title")} />
      <p className="soft small">{t("held.lead")}</p>
      <HeldTexts texts={texts} />
    </section>
  );
}
