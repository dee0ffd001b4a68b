import type { Factor } from "@supabase/supabase-js";
import { useState } from "react";
import { listFactors, removeFactor } from "../../../../auth/factors/factors";
import { canUseKeys } from "../../../../auth/factors/passkeys";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { ListState } from "../../../../components/feedback/ListState";
import type { SignInOptions } from "../../../../generated/payloads";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { useRefresh } from "../../../../lib/requests/useAction";
import { useFetched } from "../../../../lib/requests/useFetched";
import { useTranslation } from "../../../../lib/texts";
import styles from "../../Profile.module.css";
import { Removal } from "../Removal";
import { AppSetup } from "./AppSetup";
import { KeySetup } from "./KeySetup";
import { PhoneSetup } from "./PhoneSetup";
import { RecoveryCodes } from "./RecoveryCodes";

type Kind = "app" | "phone" | "key";
const SETUPS = { app: AppSetup, phone: PhoneSetup, key: KeySetup } as const;
const ADDS = {
  app: "profile.security.addApp",
  phone: "profile.security.addPhone",
  key: "profile.security.addKey",
} as const;

interface Props {
  options: SignInOptions;
  /** The member's phone number without the plus; empty if there is none. */
  phone: string;
}

/** The second factors that sign-in asks for, and a new one. */
export function Factors({ options, phone }: Props) {
  const { t } = useTranslation();
  const { value, failure, isLoading, fetch } = useFetched(listFactors);
  const isHydrated = useHydrated();
  const refresh = useRefresh();
  const [adding, setAdding] = useState<Kind | null>(null);
  const factors = (value ?? []).filter((factor) => factor.status === "verified");
  const kinds: Kind[] = ["app"];
  if (options.phone) kinds.push("phone");
  if (options.passkeys && isHydrated && canUseKeys()) kinds.push("key");
  const Setup = adding && SETUPS[adding];
  const handleDone = async () => {
    setAdding(null);
    await fetch();
    // A factor that administration requires takes effect here.
    await refresh();
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
      {Setup && (
        // The button that was pressed is gone, so the focus goes to what came in its place.
        <div key={adding} ref={takeFocus} className={styles.setup} tabIndex={-1}>
          <Setup count={factors.length} phone={phone} onDone={handleDone} />
        </div>
      )}
      {kinds
        .filter((kind) => kind !== adding)
        .map((kind) => (
          <Button key={kind} onClick={() => setAdding(kind)}>
            {t(ADDS[kind])}
          </Button>
        ))}
      {factors.length > 0 && <RecoveryCodes />}
    </>
  );
}

const takeFocus = (node: HTMLElement | null) => node?.focus();

interface ItemProps {
  factor: Factor;
  onRemoved: () => Promise<void>;
}

function FactorItem({ factor, onRemoved }: ItemProps) {
  const { t } = useTranslation();
  const kind = t(`profile.security.factor.${factor.factor_type}`);
  const name = factor.friendly_name || kind;
  return (
    <li className={styles.thing}>
      <strong>{name}</strong>
      <p className="cluster soft small">
        {name !== kind && <span>{kind}</span>}
        <span>
          {t("profile.security.added")} <DateTime value={factor.created_at} format="date" />
        </span>
      </p>
      <Removal
        name={name}
        text={t("profile.security.removeText")}
        remove={() => removeFactor(factor.id)}
        onRemoved={onRemoved}
      />
    </li>
  );
}
