import { lazy, Suspense, useState } from "react";
import { readSavedField, saveField } from "../../../auth/formMemory";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { TextArea, TextField } from "../../../components/fields/Field";
import { PageHead } from "../../../components/parts/Heads";
import type { ContactPayload } from "../../../generated/payloads";
import type { MessageDraft } from "../../../lib/api/contact";
import { useLang, useSite } from "../../../lib/context";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { checkEmail, checkName } from "../../../lib/forms/personRules";
import { useForm } from "../../../lib/forms/useForm";
import type { PageProps } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction } from "../../../lib/requests/useAction";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import styles from "../Site.module.css";
import { WherePanel } from "./WherePanel";

const LONGEST = 5000;
const FIELDS = ["name", "email", "body"] as const;

/** Input typed before a reload, in this tab. */
const readEarlier = () => Object.fromEntries(FIELDS.map((name) => [name, readSavedField(`contact-${name}`)]));

/** The contact form, and beside it where and when the site is open. */
export function Contact({ data }: PageProps<ContactPayload>) {
  const { t } = useTranslation();
  const { name } = useSite();
  const [isSent, setSent] = useState(false);
  return (
    <>
      <PageHead title={t("contact.title")} lead={t("contact.lead", { name })} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {isSent ? (
            <Notice tone="good" isAlert>
              {t("contact.sent")}
            </Notice>
          ) : (
            <ContactForm data={data} onSent={() => setSent(true)} />
          )}
        </div>
        <WherePanel data={data} />
      </div>
    </>
  );
}

/** Loaded when it is needed: a reader of the page sends nothing. */
const sendMessage = (draft: MessageDraft): Promise<Outcome<unknown>> =>
  import("../../../lib/api/contact").then(
    (module) => module.sendMessage(draft),
    () => ({ value: null, failure: { key: "error.network", isRetryable: true, code: "" } }),
  );
const BotCheckFallback = lazy(() =>
  import("../../../components/botCheck/BotCheckFallback").then((module) => ({ default: module.BotCheckFallback })),
);

interface FormProps {
  data: ContactPayload;
  onSent: () => void;
}

function ContactForm({ data, onSent }: FormProps) {
  const { t } = useTranslation();
  const language = useLang();
  const isHydrated = useHydrated();
  const [id] = useState(newId);
  const { run, isRunning, failure } = useAction(sendMessage);
  const initial = { name: data.name, email: data.email, body: "" };
  const send = async ({ name, email, body }: typeof initial) => {
    const outcome = await run({ id, name: name.trim(), email: email.trim(), body: body.trim(), language });
    if (!outcome || outcome.failure) return;
    saveField("contact-body", "");
    onSent();
  };
  const form = useForm(initial, check, send, readEarlier);
  const control = (name: (typeof FIELDS)[number]) => {
    const field = form.control(name);
    const handleChange = (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      saveField(`contact-${name}`, event.currentTarget.value);
      field.onChange(event);
    };
    return { ...field, onChange: handleChange };
  };
  return (
    <form ref={form.ref} className={styles.form} noValidate method="post" onSubmit={form.handleSubmit}>
      <TextField {...control("name")} label={t("contact.name")} autoComplete="name" required />
      <TextField
        {...control("email")}
        label={t("contact.email")}
        hint={t("contact.emailHint")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <TextArea {...control("body")} label={t("contact.body")} rows={8} maxLength={LONGEST} required />
      <FailureNotice failure={failure} />
      {failure && (
        <Suspense>
          <BotCheckFallback failure={failure} address={form.values.email} onProven={() => send(form.values)} />
        </Suspense>
      )}
      <Button type="submit" look="primary" isBusy={isRunning} disabled={!isHydrated}>
        {t("contact.send")}
      </Button>
    </form>
  );
}

function check({ name, email, body }: { name: string; email: string; body: string }) {
  return {
    name: checkName(name),
    email: checkEmail(email.trim()),
    body: body.trim() ? null : "contact.error.body",
  };
}
