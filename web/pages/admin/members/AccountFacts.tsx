import type { User } from "@supabase/supabase-js";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Tag } from "../../../components/Tag";
import { removeMembersFactor } from "../../../lib/api/members";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./members.module.css";

interface Props {
  user: User;
  canChange: boolean;
  onChange: () => Promise<void>;
}

/** Account data of the auth service: confirmations, sign-ins, identities, second factors. */
export function AccountFacts({ user, canChange, onChange }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(removeMembersFactor);
  const handleRemove = async (factorId: string) => {
    const outcome = await run(user.id, factorId);
    if (outcome && !outcome.failure) await onChange();
  };
  const nameOf = (provider: string) => {
    if (provider === "email" || provider === "phone") return t(`profile.security.by.${provider}`);
    return provider.startsWith("sso:") ? t("profile.security.by.company") : provider;
  };
  const moment = (value: string | undefined) => (value ? <DateTime value={value} /> : t("admin.member.never"));
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t("admin.member.lastSignIn")}</dt>
        <dd>{moment(user.last_sign_in_at)}</dd>
        <dt>{t("admin.member.confirmed")}</dt>
        <dd>{moment(user.email_confirmed_at ?? user.phone_confirmed_at)}</dd>
        {user.phone && (
          <>
            <dt>{t("profile.security.phone")}</dt>
            <dd>+{user.phone}</dd>
          </>
        )}
        <dt>{t("profile.security.identities")}</dt>
        <dd>{(user.identities ?? []).map(({ provider }) => nameOf(provider)).join(", ") || "–"}</dd>
        <dt>{t("profile.security.factors")}</dt>
        <dd>
          {user.factors?.length ? (
            <ul className={styles.plain}>
              {user.factors.map((factor) => (
                <li key={factor.id} className="cluster">
                  <span>{factor.friendly_name || t(`profile.security.factor.${factor.factor_type}`)}</span>
                  {factor.status !== "verified" && <Tag>{t("admin.member.factorUnfinished")}</Tag>}
                  {canChange && (
                    <Button isBusy={isRunning} onClick={() => handleRemove(factor.id)}>
                      {t("profile.security.remove")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            "–"
          )}
        </dd>
      </dl>
      <FailureNotice failure={failure} />
    </>
  );
}
