import { useState } from "react";
import { countRecoveryCodes, makeRecoveryCodes } from "../../../../auth/factors/recoveryCodes";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { useAction } from "../../../../lib/requests/useAction";
import { useFetched } from "../../../../lib/requests/useFetched";
import { useTranslation } from "../../../../lib/texts";
import styles from "../../Profile.module.css";

/** Ten codes on paper for a lost phone. They are shown once; new ones put the earlier ones out of use. */
export function RecoveryCodes() {
  const { t } = useTranslation();
  const { value, fetch } = useFetched(countRecoveryCodes);
  const { run, isRunning, failure } = useAction(makeRecoveryCodes);
  const [codes, setCodes] = useState<string[] | null>(null);
  const left = value?.left ?? 0;

  const handleMake = async () => {
    const outcome = await run();
    if (!outcome?.value) return;
    setCodes(outcome.value.codes);
    await fetch();
  };
  return (
    <>
      <h3>{t("profile.security.codes")}</h3>
      <p className="soft">{t("profile.security.codesText")}</p>
      {codes ? (
        <>
          <Notice tone="note" isAlert>
            {t("profile.security.codesOnce")}
          </Notice>
          <ol className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <Button onClick={() => print()}>{t("profile.security.codesPrint")}</Button>
        </>
      ) : (
        <>
          {value && (
            <p>{left === 0 ? t("profile.security.codesNone") : t("profile.security.codesLeft", { count: left })}</p>
          )}
          <FailureNotice
            failure={
              failure?.code === "insufficient_aal" ? { ...failure, key: "profile.security.codesFresh" } : failure
            }
          />
          <Button isBusy={isRunning} onClick={handleMake}>
            {t(left === 0 ? "profile.security.codesMake" : "profile.security.codesRenew")}
          </Button>
        </>
      )}
    </>
  );
}
