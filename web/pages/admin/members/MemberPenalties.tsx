import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { PenaltyFields } from "../../../components/penalties/PenaltyFields";
import { usePenalties } from "../../../components/penalties/usePenalties";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";

/** The penalties of a member: what is in force, and a new one. */
export function MemberPenalties({ id, onChange }: { id: string; onChange?: () => Promise<void> }) {
  const { t } = useTranslation();
  const state = usePenalties(id);
  const handleImpose = async () => {
    if (await state.impose()) await onChange?.();
  };
  return (
    <form
      className={styles.sheet}
      aria-labelledby="penalties"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void handleImpose();
      }}
    >
      <h2 id="penalties">{t("penalty.section")}</h2>
      <PenaltyFields state={state} />
      <FailureNotice failure={state.failure} />
      {state.known && state.known.choices.length > 0 && (
        <div>
          <Button type="submit" look="danger" isBusy={state.isImposing}>
            {t("penalty.impose")}
          </Button>
        </div>
      )}
    </form>
  );
}
