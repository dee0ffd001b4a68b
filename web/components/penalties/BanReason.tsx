import { useTranslation } from "../../lib/texts";
import { reasonText } from "./reasons";

/** The word of refresh_block() in place of a reason. */
const DELETION = "deletion";

/** The reason of a suspension, in the reader's language, or that an administrator has deleted the account. */
export function BanReason({ reason }: { reason: string }) {
  const { t } = useTranslation();
  if (reason === DELETION) return <p>{t("signin.bannedDeletion")}</p>;
  return <p>{t("signin.bannedReason", { reason: reasonText(t, reason) })}</p>;
}
