import { useState } from "react";
import { SelectField, TextArea, TextField } from "../../../components/fields/Field";
import type { AdminPrivacyPayload } from "../../../generated/payloads";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import parts from "../parts/parts.module.css";
import { SaveForm } from "../parts/SaveForm";
import { addDays, addRequest, CHANNELS, checkWords, KINDS } from "./requests";

interface Props {
  data: AdminPrivacyPayload;
  onDone: () => void;
}

/** A request that came by email, by phone or in person. */
export function AddRequest({ data: { memberId, memberName, today }, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, mistakes, save, adding } = useNewRequest(memberId, today, onDone);
  const said = (key: string | null | undefined) => key && t(key);
  return (
    <SaveForm action={adding} onSave={save} onCancel={onDone} label={t("admin.privacy.save")}>
      {memberId ? (
        <p>{t("admin.privacy.forMember", { name: memberName ?? "" })}</p>
      ) : (
        <>
          <p className="soft small">{t("admin.privacy.personHint")}</p>
          <div className={parts.fields}>
            <TextField
              label={t("admin.privacy.person")}
              required
              maxLength={80}
              value={values.name}
              error={said(mistakes?.name)}
              onChange={(event) => change({ name: event.target.value })}
            />
            <TextField
              label={t("admin.privacy.contact")}
              required
              maxLength={200}
              value={values.contact}
              error={said(mistakes?.contact)}
              onChange={(event) => change({ contact: event.target.value })}
            />
          </div>
        </>
      )}
      <div className={parts.fields}>
        <SelectField
          label={t("profile.requests.what")}
          value={values.kind}
          options={KINDS.map((kind) => ({ value: kind, label: t(`admin.privacy.kind.${kind}`) }))}
          onChange={({ target }) => change({ kind: KINDS.find((kind) => kind === target.value) ?? "access" })}
        />
        <SelectField
          label={t("admin.privacy.channel")}
          value={values.channel}
          options={CHANNELS.map((one) => ({ value: one, label: t(`admin.privacy.channel.${one}`) }))}
          onChange={({ target }) => change({ channel: CHANNELS.find((one) => one === target.value) ?? "email" })}
        />
        <TextField
          label={t("admin.privacy.receivedOn")}
          type="date"
          required
          min={addDays(today, -365)}
          max={today}
          value={values.day}
          error={said(mistakes?.day)}
          onChange={(event) => change({ day: event.target.value })}
        />
      </div>
      <TextArea
        label={t("admin.privacy.message")}
        hint={memberId ? t("admin.privacy.messageHint") : undefined}
        required
        rows={4}
        value={values.message}
        error={said(mistakes?.message)}
        onChange={(event) => change({ message: event.target.value })}
      />
    </SaveForm>
  );
}

function useNewRequest(memberId: string | null, today: string, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [id] = useState(newId);
  const [wasSent, setSent] = useState(false);
  const [values, setValues] = useState({
    kind: KINDS[0] as (typeof KINDS)[number],
    channel: CHANNELS[0] as (typeof CHANNELS)[number],
    day: today,
    name: "",
    contact: "",
    message: "",
  });
  const adding = useAction(addRequest);
  const { kind, channel, day, name, contact, message } = values;
  const mistakes = {
    name: memberId ? null : checkWords(name, 80),
    contact: memberId ? null : checkWords(contact, 200),
    day: day === "" || day > today || day < addDays(today, -365) ? "admin.privacy.error.received" : null,
    message: checkWords(message, 4000),
  };
  const save = async () => {
    setSent(true);
    if (Object.values(mistakes).some((mistake) => mistake !== null)) return;
    const person = memberId ? { member: memberId } : { person_name: name.trim(), person_contact: contact.trim() };
    const facts = { id: id || newId(), kind, channel, received_on: day, message: message.trim() };
    const outcome = await adding.run({ ...facts, ...person });
    if (!outcome || outcome.failure) return;
    showToast(t("admin.privacy.said.added"), { tone: "success" });
    onDone();
    await refresh();
  };
  return {
    values,
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
    mistakes: wasSent ? mistakes : null,
    save,
    adding,
  };
}
