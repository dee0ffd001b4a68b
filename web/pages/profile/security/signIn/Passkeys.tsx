import { useState } from "react";
import {
  addPasskey,
  canUseKeys,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "../../../../auth/factors/passkeys";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { ListState } from "../../../../components/feedback/ListState";
import { TextField } from "../../../../components/fields/Field";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction } from "../../../../lib/requests/useAction";
import { useFetched } from "../../../../lib/requests/useFetched";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../Profile.module.css";
import { Removal } from "../Removal";
import { checkKeyName } from "./keyName";

/** The server's name of a passkey whose authenticator it does not know. */
const UNNAMED = "Passkey";

/** The member's passkeys with their names, and a button to add one for this device. */
export function Passkeys() {
  const { t } = useTranslation();
  const { value, failure, isLoading, fetch } = useFetched(listPasskeys);
  const isHydrated = useHydrated();
  const adding = useAction(addPasskey);
  const handleAdd = async () => {
    const outcome = await adding.run();
    if (!outcome || outcome.failure) return;
    showToast(t("profile.security.passkeyDone"), { tone: "success" });
    await fetch();
  };
  return (
    <>
      <ListState
        items={value ?? []}
        empty={<p className="soft">{t("profile.security.noPasskey")}</p>}
        isLoading={isLoading}
        failure={failure}
        onRetry={fetch}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} onChanged={fetch} />
            ))}
          </ul>
        )}
      </ListState>
      <FailureNotice failure={adding.failure} />
      {isHydrated && !canUseKeys() ? (
        <p className="soft small">{t("profile.security.passkeyUnable")}</p>
      ) : (
        <Button isBusy={adding.isRunning} disabled={!isHydrated} onClick={handleAdd}>
          {t("profile.security.addPasskey")}
        </Button>
      )}
    </>
  );
}

function nameOf({ friendly_name = "" }: Passkey) {
  return friendly_name === UNNAMED ? "" : friendly_name;
}

interface ItemProps {
  passkey: Passkey;
  onChanged: () => Promise<void>;
}

function PasskeyItem({ passkey, onChanged }: ItemProps) {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const name = nameOf(passkey) || t("profile.security.passkeyUnnamed");
  const handleNamed = async () => {
    setNaming(false);
    await onChanged();
  };
  return (
    <li className={styles.thing}>
      <strong>{name}</strong>
      <p className="cluster soft small">
        <span>
          {t("profile.security.added")} <DateTime value={passkey.created_at} format="date" />
        </span>
        {passkey.last_used_at && (
          <span>
            {t("profile.security.lastUsed")} <DateTime value={passkey.last_used_at} format="date" />
          </span>
        )}
      </p>
      {isNaming ? (
        <PasskeyName passkey={passkey} onDone={handleNamed} />
      ) : (
        <div className="cluster">
          <Button onClick={() => setNaming(true)} aria-label={`${t("profile.security.rename")}: ${name}`}>
            {t("profile.security.rename")}
          </Button>
          <Removal
            name={name}
            text={t("profile.security.passkeyRemoveText")}
            remove={() => removePasskey(passkey.id)}
            onRemoved={onChanged}
          />
        </div>
      )}
    </li>
  );
}

interface NameProps {
  passkey: Passkey;
  onDone: () => void;
}

function PasskeyName({ passkey, onDone }: NameProps) {
  const { t } = useTranslation();
  const naming = useAction(renamePasskey);
  const check = ({ name }: { name: string }) => ({ name: checkKeyName(name) });
  const form = useForm({ name: nameOf(passkey) }, check, async ({ name }) => {
    const outcome = await naming.run(passkey.id, name.trim());
    if (outcome && !outcome.failure) onDone();
  });
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <TextField {...form.control("name")} label={t("profile.security.keyName")} maxLength={120} required autoFocus />
      <FailureNotice failure={naming.failure} />
      <Button type="submit" look="primary" isBusy={naming.isRunning}>
        {t("common.save")}
      </Button>
    </form>
  );
}
