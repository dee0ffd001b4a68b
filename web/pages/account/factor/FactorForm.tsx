import type { Factor } from "@supabase/supabase-js";
import { useState } from "react";
import { findFactors } from "../../../auth/factors/factors";
import { signOut } from "../../../auth/session";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { useFetched } from "../../../lib/requests/useFetched";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { FactorCode } from "./FactorCode";
import { FactorKey } from "./FactorKey";

interface Props {
  isReady: boolean;
}

type Kind = "app" | "phone" | "key" | "paper";
const KINDS: Partial<Record<string, Kind>> = { phone: "phone", webauthn: "key" };
const LEADS = {
  app: "signin.factorApp",
  phone: "signin.factorPhone",
  key: "signin.factorKey",
  paper: "signin.factorPaper",
} as const;

/** The second step of signing in. The layout then redirects to the page that was requested. */
export function FactorForm({ isReady }: Props) {
  const { t } = useTranslation();
  const { value: factors, failure: findFailure } = useFetched(findFactors);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOnPaper, setOnPaper] = useState(false);
  const factor = factors?.find(({ id }) => id === chosen) ?? factors?.[0];
  const kind: Kind = isOnPaper ? "paper" : (KINDS[factor?.factor_type ?? ""] ?? "app");
  const others = (factors ?? []).filter((other) => isOnPaper || other !== factor);
  const nameOf = (other: Factor) => other.friendly_name || t(`profile.security.factor.${other.factor_type}`);
  const handleChoose = (id: string) => {
    setChosen(id);
    setOnPaper(false);
  };
  return (
    <>
      <h1>{t("signin.factorTitle")}</h1>
      <p className={styles.lead}>{t(LEADS[kind])}</p>
      {findFailure && (
        <div className={styles.form}>
          <FailureNotice failure={findFailure} />
        </div>
      )}
      {kind === "key" && factor ? (
        <FactorKey key={factor.id} factorId={factor.id} isReady={isReady} />
      ) : (
        <FactorCode
          key={kind + factor?.id}
          kind={kind === "key" ? "app" : kind}
          factorId={factor?.id ?? null}
          isReady={isReady}
        />
      )}
      <div className={styles.links}>
        {others.map((other) => (
          <Button key={other.id} look="quiet" onClick={() => handleChoose(other.id)}>
            {t("signin.factorUse", { name: nameOf(other) })}
          </Button>
        ))}
        {!isOnPaper && (
          <Button look="quiet" onClick={() => setOnPaper(true)}>
            {t("signin.factorLost")}
          </Button>
        )}
        <Button look="quiet" onClick={() => signOut().then(() => history.back())}>
          {t("signin.factorOther")}
        </Button>
      </div>
    </>
  );
}
