import { findMailLink } from "../../auth/account";
import { ButtonLink } from "../../components/Button";
import { pathTo } from "../../generated/paths";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";
import { ResetPasswordForm } from "./forms/ResetPasswordForm";

/** Target of the links in recovery and invitation emails. The token is used only when the new password is submitted. */
export function ResetPassword() {
  const { t } = useTranslation();
  const { lang, query, visitor } = usePage();
  const isHydrated = useHydrated();
  const link = findMailLink(query);
  if (!link && !visitor) {
    return (
      <>
        <h1>{t("reset-password.title")}</h1>
        <p className={styles.lead}>{t("reset-password.noLink")}</p>
        <div className={styles.form}>
          <ButtonLink look="primary" isWide to={pathTo.forgetPassword({ lang })}>
            {t("reset-password.askLink")}
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <h1>{t(link?.type === "invite" ? "reset-password.inviteTitle" : "reset-password.title")}</h1>
      <p className={styles.lead}>{t("reset-password.lead")}</p>
      <ResetPasswordForm link={link} isReady={isHydrated} />
    </>
  );
}
