import type { Factor } from "@supabase/supabase-js";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { DateTime } from "../../../components/DateTime";
import { ListState } from "../../../components/ListState";
import { listFactors, removeFactor } from "../../../lib/ownAccount";
import { useTranslation } from "../../../lib/texts";
import { useAction } from "../../../lib/useAction";
import { useFetched } from "../../../lib/useFetched";
import styles from "../Profile.module.css";
import { AppSetup } from "./AppSetup";
import { RecoveryCodes } from "./RecoveryCodes";

/** The second factors that sign-in asks for, and a new one. */
export function Factors() {
  const { t } = useTranslation();
  const { value, failure, isLoading, fetch } = useFetched(listFactors);
  const [isAdding, setAdding] = useState(false);
  const factors = (value ?? []).filter((factor) => factor.status === "verified");
  const handleDone = async () => {
    setAdding(false);
    await fetch();
  };
  return (
    <>
      <ListState
        items={factors}
        empty={<p className="soft">{t("profile.security.noFactor")}</p>}
        isLoading={isLoading}
        failure={failure}
        onRetry={fetch}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((factor) => (
              <FactorItem key={factor.id} factor={factor} onRemoved={fetch} />
            ))}
          </ul>
        )}
      </ListState>
      {isAdding ? (
        <AppSetup count={factors.length} onDone={handleDone} />
      ) : (
        <Button onClick={() => setAdding(true)}>{t("profile.security.addApp")}</Button>
      )}
      {factors.length > 0 && <RecoveryCodes />}
    </>
  );
}

interface ItemProps {
  factor: Factor;
  onRemoved: () => Promise<void>;
}

function FactorItem({ factor, onRemoved }: ItemProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure } = useAction(removeFactor);
  const name = factor.friendly_name || t(`profile.security.factor.${factor.factor_type}`);
  const handleRemove = async () => {
    const outcome = await run(factor.id);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    await onRemoved();
  };
  return (
    <li className={styles.row}>
      <strong>{name}</strong>
      <p className="soft small">
        {t("profile.security.added")} <DateTime value={factor.created_at} format="date" />
      </p>
      <Button onClick={() => setAsking(true)} aria-label={`${t("profile.security.remove")}: ${name}`}>
        {t("profile.security.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${t("profile.security.remove")}: ${name}`}
        confirm={t("profile.security.remove")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleRemove}
        onClose={() => setAsking(false)}
      >
        <p>{t("profile.security.removeText")}</p>
      </ConfirmDialog>
    </li>
  );
}
