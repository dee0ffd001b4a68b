import { Button, ButtonLink } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Tag } from "../../../../components/Tag";
import type { Invitation } from "../../../../generated/payloads";
import { addressWith } from "../../../../lib/address";
import { setRevoked } from "../../../../lib/api/members";
import { usePage, useSite } from "../../../../lib/context";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { OWN_NAME } from "../../../../lib/i18n";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useUndo } from "../../../../lib/requests/useUndo";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import parts from "../../parts/parts.module.css";
import styles from "../members.module.css";
import { useRoleName } from "../roleChoices";
import type { Choices } from "./JoinsAs";

interface Props extends Choices {
  invitation: Invitation;
}

/** One invitation: for what, how often used, until when; its link to copy, to show as a picture, to take back. */
export function InvitationItem({ invitation, roles, groups }: Props) {
  const { t } = useTranslation();
  const nameRole = useRoleName();
  const role = roles.find((one) => one.id === invitation.roleId);
  const group = groups.find((one) => one.id === invitation.groupId);
  const { path, query } = usePage();
  const site = useSite();
  const isHydrated = useHydrated();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(setRevoked);
  const offerUndo = useUndo();
  const { url, qr, maxUses, used, state, sentAt } = invitation;
  const address = invitation.address && shownAddress(invitation.address);
  const handleCopy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    showToast(t("admin.invitations.copied"), { tone: "success" });
  };
  const handleShare = async (address: string) => {
    // Closing the list of apps is not an error.
    await navigator.share({ title: site.name, url: address }).catch(() => undefined);
  };
  const handleRevoke = async () => {
    const outcome = await run(invitation.id, true);
    if (!outcome || outcome.failure) return;
    offerUndo(t("admin.invitations.revokedNow"), () => setRevoked(invitation.id, false));
    await refresh();
  };
  return (
    <article className={parts.sheet}>
      <p className="cluster">
        <strong>{invitation.note || address || t("admin.invitations.unnamed")}</strong>
        {invitation.note && address && <bdi>{address}</bdi>}
        <span lang={invitation.language}>{OWN_NAME[invitation.language]}</span>
        {invitation.makesAdministrator && <Tag tone="accent">{t("admin.members.administrator")}</Tag>}
        {role && <Tag tone="accent">{nameRole(role)}</Tag>}
        {group && (
          <Tag>
            <bdi lang={group.lang}>{group.name}</bdi>
          </Tag>
        )}
        {state !== "open" && <Tag tone="note">{t(`admin.invitations.state.${state}`)}</Tag>}
      </p>
      <p className="soft small cluster">
        {address && sentAt && (
          <span>
            {t("admin.invitations.sent")} <DateTime value={sentAt} format="date" />
          </span>
        )}
        {address && !sentAt && url && <span>{t("admin.invitations.sending")}</span>}
        <span>
          {maxUses === null
            ? t("admin.invitations.used", { count: used })
            : t("admin.invitations.usedOf", { count: used, most: maxUses })}
        </span>
        <span>
          {t("admin.invitations.until")} <DateTime value={invitation.expiresAt} format="date" />
        </span>
      </p>
      {url && qr && (
        <>
          <img className={styles.qr} src={qr} alt={t("admin.invitations.qr")} />
          <code className={styles.url}>{url}</code>
        </>
      )}
      <FailureNotice failure={failure} />
      {url && (
        <div className="cluster">
          {!qr && (
            <ButtonLink to={addressWith(path, query, { show: invitation.id })}>
              {t("admin.invitations.show")}
            </ButtonLink>
          )}
          <Button onClick={() => handleCopy(url)}>{t("admin.invitations.copy")}</Button>
          {/* Sent from the administrator's own phone, which asks for the number; recipients know the sender. */}
          <ButtonLink to={`sms:?&body=${encodeURIComponent(`${site.name}: ${url}`)}`} reloadDocument>
            {t("admin.invitations.bySms")}
          </ButtonLink>
          {isHydrated && "share" in navigator && (
            <Button onClick={() => handleShare(url)}>{t("admin.invitations.share")}</Button>
          )}
          <Button look="danger" isBusy={isRunning} onClick={handleRevoke}>
            {t("admin.invitations.revoke")}
          </Button>
        </div>
      )}
    </article>
  );
}

/** A phone number is stored without its plus. */
const shownAddress = (address: string) => (address.includes("@") ? address : `+${address}`);
