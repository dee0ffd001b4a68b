import { useTranslation } from "../../lib/texts";
import { reasonText } from "./reasons";

/** The reason of a suspension, in the reader's language. */
export function BanReason({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return <p>{t("signin.bannedReason", { reason: reasonText(t, reason) })}</p>;
}
