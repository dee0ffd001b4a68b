import { useState } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { BotCheckFallback } from "../../components/botCheck/BotCheckFallback";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { Notice } from "../../components/feedback/Notice";
import { SelectField, TextField } from "../../components/fields/Field";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { NewsletterPayload } from "../../generated/payloads";
import { confirmNewsletter, requestNewsletter } from "../../lib/api/newsletter";
import { useLang, useSite, useVisitor } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { checkEmail } from "../../lib/forms/personRules";
import { useForm } from "../../lib/forms/useForm";
import { OWN_NAME } from "../../lib/i18n";
import type { Lang, PageProps } from "../../lib/page";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { useLanguages } from "../../lib/useLanguages";
import styles from "./Newsletter.module.css";

/** New articles by email: the form of visitors, and the question of the link that they get. */
export function Newsletter({ data }: PageProps<NewsletterPayload>) {
  const { t } = useTranslation();
  const { name } = useSite();
  const isMember = useVisitor() !== null;
  return (
    <>
      <PageHead title={t("newsletter.title")} lead={t("newsletter.lead", { name })} />
      {data.link ? <Confirmation link={data.link} /> : isMember ? <Settings /> : <Request />}
    </>
  );
}

function Settings() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="stack">
      <p>{t("newsletter.member")}</p>
      <ButtonLink look="primary" to={`${pathTo.notificationsSettings({ lang })}#notices-blog`}>
        {t("newsletter.settings")}
      </ButtonLink>
    </div>
  );
}

function Confirmation({ link }: { link: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const isHydrated = useHydrated();
  const { run, isRunning, failure } = useAction(confirmNewsletter);
  const [isKnown, setKnown] = useState<boolean | null>(null);
  const handleConfirm = async () => {
    const outcome = await run(link);
    if (outcome && !outcome.failure) setKnown(outcome.value);
  };
  if (isKnown !== null) {
    return (
      <div className="stack">
        <Notice tone={isKnown ? "good" : "bad"} isAlert>
          {t(isKnown ? "newsletter.confirmed" : "newsletter.over")}
        </Notice>
        {isKnown ? (
          <ButtonLink to={pathTo.blog({ lang })}>{t("newsletter.toBlog")}</ButtonLink>
        ) : (
          <ButtonLink to={pathTo.newsletter({ lang })}>{t("newsletter.again")}</ButtonLink>
        )}
      </div>
    );
  }
  return (
    <div className="stack">
      <p>{t("newsletter.ask")}</p>
      <FailureNotice failure={failure} onRetry={handleConfirm} />
      <div>
        <Button look="primary" isBusy={isRunning} disabled={!isHydrated} onClick={() => void handleConfirm()}>
          {t("newsletter.confirm")}
        </Button>
      </div>
    </div>
  );
}

function Request() {
  const { t } = useTranslation();
  const lang = useLang();
  const isHydrated = useHydrated();
  const languages = useLanguages();
  const [isSent, setSent] = useState(false);
  const { run, isRunning, failure } = useAction(requestNewsletter);
  const send = async ({ email, language }: { email: string; language: string }) => {
    const outcome = await run(email.trim(), languages.find((known) => known === language) ?? lang);
    if (outcome && !outcome.failure) setSent(true);
  };
  const form = useForm({ email: "", language: lang as string }, check, send);
  if (isSent) {
    return (
      <Notice tone="good" isAlert>
        {t("newsletter.sent", { address: form.values.email.trim() })}
      </Notice>
    );
  }
  return (
    <form ref={form.ref} className={`stack ${styles.form}`} noValidate method="post" onSubmit={form.handleSubmit}>
      <TextField
        {...form.control("email")}
        label={t("newsletter.email")}
        hint={t("newsletter.emailHint")}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
      />
      {languages.length > 1 && (
        <SelectField
          {...form.control("language")}
          label={t("newsletter.language")}
          options={languages.map((value: Lang) => ({ value, label: OWN_NAME[value] }))}
        />
      )}
      <FailureNotice failure={failure} />
      <BotCheckFallback failure={failure} address={form.values.email} onProven={() => void send(form.values)} />
      <div>
        <Button type="submit" look="primary" isBusy={isRunning} disabled={!isHydrated}>
          {t("newsletter.send")}
        </Button>
      </div>
    </form>
  );
}

function check({ email }: { email: string }) {
  return { email: checkEmail(email.trim()), language: null };
}
