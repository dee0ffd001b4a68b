import { useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField } from "../../../components/fields/Field";
import { TrustFacts } from "../../../components/held/TrustFacts";
import type { Trust } from "../../../generated/payloads";
import { pinTrustLevel } from "../../../lib/api/community/held";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";

interface Props {
  member: string;
  trust: Trust;
}

const LEVELS = [0, 1, 2, 3] as const;

/** The level of a member, which an administrator may set instead of the computed one. */
export function TrustLevel({ member, trust }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const before = trust.pinnedLevel;
  const [chosen, setChosen] = useState(before === null ? "" : String(before));
  const { run, isRunning, failure } = useAction(pinTrustLevel);
  const save = async () => {
    const outcome = await run(member, chosen === "" ? null : Number(chosen));
    if (!outcome || outcome.failure) return;
    offerUndo(t("admin.member.trustSaved"), () => pinTrustLevel(member, before));
    await refresh();
  };
  return (
    <section className={styles.sheet} aria-labelledby="member-trust">
      <h2 id="member-trust">{t("admin.member.trust")}</h2>
      <p className="soft">{t("admin.member.trustText")}</p>
      <TrustFacts trust={trust} />
      <SelectField
        label={t("admin.member.trust")}
        value={chosen}
        options={[
          { value: "", label: t("admin.member.trustAuto") },
          ...LEVELS.map((level) => ({ value: String(level), label: t(`profile.trust.level.${level}`) })),
        ]}
        onChange={(event) => setChosen(event.target.value)}
      />
      <FailureNotice failure={failure} onRetry={save} />
      <div>
        <Button isBusy={isRunning} onClick={save}>
          {t("common.save")}
        </Button>
      </div>
    </section>
  );
}
