import { useState } from "react";
import { checkEmail } from "../../../../auth/accountRules";
import { Button } from "../../../../components/Button";
import { SelectField, TextField } from "../../../../components/fields/Field";
import type { SetupInvitation } from "../../../../generated/payloads";
import { useLang, useSite } from "../../../../lib/context";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

const TWO = [
  { id: 1, note: "", address: "", role: "administrator" },
  { id: 2, note: "", address: "", role: "member" },
];

/** Invitations for two people: sent by email, or as a link to copy or to show as a picture. */
export function PeopleStep({ data }: StepProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const control = useStep(data, "people");
  const [people, setPeople] = useState(TWO);
  const [isTried, setTried] = useState(false);
  const named = people.filter(({ note, address }) => (note + address).trim() !== "");
  const wrong = named.map(({ address }) => (address.trim() ? checkEmail(address) : null)).find(Boolean);
  const mistake = named.length === 0 ? "admin.setup.people.missing" : wrong;
  const hasLinks = data.invitations.length > 0;
  const change = (id: number, changes: Partial<(typeof TWO)[number]>) =>
    setPeople((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const handleSave = async () => {
    setTried(true);
    if (mistake) return;
    const invitations = named.map(({ note, address, role }) => ({
      note: note.trim(),
      address: address.trim(),
      language: lang,
      makes_administrator: role === "administrator",
    }));
    if (!(await control.save({ invitations }, true))) return;
    setPeople(TWO);
    setTried(false);
  };
  return (
    <StepForm
      title={t("admin.setup.people.title")}
      lead={t("admin.setup.people.lead")}
      control={control}
      label={t("admin.setup.people.make")}
      mistake={isTried && mistake ? t(mistake) : null}
      onSave={handleSave}
    >
      {hasLinks && (
        <ul className={styles.people}>
          {data.invitations.map((invitation) => (
            <Link key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {people.map(({ id, note, address, role }) => (
        <div key={id} className={styles.person}>
          <TextField
            label={t("admin.setup.people.name", { number: id })}
            maxLength={80}
            value={note}
            onChange={(event) => change(id, { note: event.target.value })}
          />
          <TextField
            label={t("admin.setup.people.email", { number: id })}
            hint={t("admin.setup.people.emailHint")}
            type="email"
            autoComplete="off"
            value={address}
            onChange={(event) => change(id, { address: event.target.value })}
          />
          <SelectField
            label={t("admin.invitations.role")}
            value={role}
            options={["administrator", "member"].map((value) => ({ value, label: t(`admin.setup.people.${value}`) }))}
            onChange={(event) => change(id, { role: event.target.value })}
          />
        </div>
      ))}
    </StepForm>
  );
}

function Link({ invitation }: { invitation: SetupInvitation }) {
  const { t } = useTranslation();
  const site = useSite();
  const isHydrated = useHydrated();
  const { note, address, url, qr, makesAdministrator } = invitation;
  const handleCopy = async () => {
    await navigator.clipboard.writeText(url);
    showToast(t("admin.invitations.copied"), { tone: "success" });
  };
  // Closing the list of apps is not an error.
  const handleShare = () => navigator.share({ title: site.name, url }).catch(() => undefined);
  return (
    <li className={styles.invited}>
      <img src={qr} alt={t("admin.invitations.qr")} width="96" height="96" />
      <div className={styles.invitedText}>
        <b>{note || address}</b>
        {note && address && <span className="small">{address}</span>}
        <span className="soft small">{t(`admin.setup.people.${makesAdministrator ? "administrator" : "member"}`)}</span>
        <div className="cluster">
          <Button onClick={handleCopy}>{t("admin.invitations.copy")}</Button>
          {isHydrated && "share" in navigator && <Button onClick={handleShare}>{t("admin.invitations.share")}</Button>}
        </div>
      </div>
    </li>
  );
}
