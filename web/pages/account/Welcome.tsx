import { Navigate, useNavigate } from "react-router";
import { checkName } from "../../auth/accountRules";
import { Avatar } from "../../components/Avatar";
import { Button } from "../../components/Button";
import { TextField } from "../../components/fields/Field";
import { pathTo } from "../../generated/paths";
import { findLocalPath } from "../../lib/address";
import { declineName, giveName } from "../../lib/api/profile";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useForm } from "../../lib/forms/useForm";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { forgetPrefetched } from "../../router/payloadLoader";
import styles from "./Account.module.css";
import { AccountForm } from "./forms/AccountForm";

/** Asks members who signed in without a name for it, once. Then the page opens that they wanted. */
export function Welcome() {
  const { t } = useTranslation();
  const { lang, query, visitor } = usePage();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const saving = useAction(giveName);
  const declining = useAction(declineName);
  const goOn = findLocalPath(query.next) ?? pathTo.home({ lang });
  const leave = () => {
    // A document fetched before this leads back here.
    forgetPrefetched();
    return navigate(goOn, { replace: true });
  };
  const form = useForm(
    { displayName: "" },
    ({ displayName }) => ({ displayName: checkName(displayName) }),
    async ({ displayName }) => {
      const outcome = visitor && (await saving.run(visitor.id, displayName.trim()));
      if (outcome && !outcome.failure) await leave();
    },
  );
  const handleSkip = async () => {
    const outcome = await declining.run();
    if (outcome && !outcome.failure) await leave();
  };
  if (!visitor?.owesName) return <Navigate to={goOn} replace />;
  return (
    <>
      <div className={styles.face}>
        <Avatar name={form.values.displayName.trim() || "?"} pictureUrl={visitor.pictureUrl} size="huge" />
      </div>
      <h1>{t("welcome.title")}</h1>
      <p className={styles.lead}>{t("welcome.lead")}</p>
      <AccountForm
        form={form}
        failure={saving.failure ?? declining.failure}
        submit={t("welcome.save")}
        isBusy={saving.isRunning}
        isReady={isHydrated}
      >
        <TextField {...form.control("displayName")} label={t("signup.name")} autoComplete="name" required />
      </AccountForm>
      <Button look="quiet" isWide isBusy={declining.isRunning} disabled={!isHydrated} onClick={handleSkip}>
        {t("welcome.skip")}
      </Button>
    </>
  );
}
