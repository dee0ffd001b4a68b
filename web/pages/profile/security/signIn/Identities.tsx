import { linkIdentity, unlinkIdentity } from "../../../../auth/ownAccount";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { pathTo } from "../../../../generated/paths";
import type { LinkedIdentity, OAuthProvider } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import styles from "../../Profile.module.css";

interface Props {
  identities: LinkedIdentity[];
  /** Which outside providers can be linked here. */
  providers: OAuthProvider[];
}

/** The ways in that belong to one account. The last of them cannot be taken away. */
export function Identities({ identities, providers }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const linking = useAction(linkIdentity);
  const unlinking = useAction(unlinkIdentity);
  const linked = new Set(identities.map((identity) => identity.provider));

  const nameOf = (provider: string) => {
    if (provider === "email" || provider === "phone") return t(`profile.security.by.${provider}`);
    if (provider.startsWith("sso:")) return t("profile.security.by.company");
    // One that is no longer set up here has only its plain name left.
    return providers.find(({ name }) => name === provider)?.label ?? provider;
  };
  const handleUnlink = async (id: string) => {
    const outcome = await unlinking.run(id);
    if (outcome && !outcome.failure) await refresh();
  };
  return (
    <>
      <ul className={styles.list}>
        {identities.map((identity) => (
          <li key={identity.id} className={styles.thing}>
            <strong>{nameOf(identity.provider)}</strong>
            <p className="cluster soft small">
              {identity.email && <span>{identity.email}</span>}
              {identity.lastSignInAt && (
                <span>
                  {t("profile.security.lastUsed")} <DateTime value={identity.lastSignInAt} format="date" />
                </span>
              )}
            </p>
            {identities.length > 1 && identity.provider !== "email" && (
              <Button isBusy={unlinking.isRunning} onClick={() => handleUnlink(identity.id)}>
                {t("profile.security.unlink", { provider: nameOf(identity.provider) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice failure={unlinking.failure ?? linking.failure} />
      {providers
        .filter(({ name }) => !linked.has(name))
        .map(({ name, label }) => (
          <Button
            key={name}
            isBusy={linking.isRunning}
            onClick={() => linking.run(name, pathTo.profileSecurity({ lang }))}
          >
            {t("profile.security.link", { provider: label })}
          </Button>
        ))}
    </>
  );
}
