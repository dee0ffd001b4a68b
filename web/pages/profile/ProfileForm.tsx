import { useState } from "react";
import { checkName } from "../../auth/accountRules";
import { Button } from "../../components/Button";
import { LeaveGuard } from "../../components/drafts/LeaveGuard";
import { RestoredNote } from "../../components/drafts/RestoredNote";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { DraftState } from "../../components/fields/DraftState";
import { SelectField, TextArea, TextField } from "../../components/fields/Field";
import type { ProfilePayload } from "../../generated/payloads";
import { saveProfile } from "../../lib/api/profile";
import { useZoneOptions } from "../../lib/format/useZoneOptions";
import { useForm } from "../../lib/forms/useForm";
import { useFormDraft } from "../../lib/forms/useFormDraft";
import { OWN_NAME } from "../../lib/i18n";
import { isLang, type Lang } from "../../lib/page";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { useLanguages } from "../../lib/useLanguages";
import { LanguageOrder } from "./LanguageOrder";
import { OwnPicture } from "./OwnPicture";
import styles from "./Profile.module.css";
import { Section } from "./security/Section";

interface Props {
  profile: ProfilePayload;
}

const ABOUT_LENGTH = 2000;

export function ProfileForm({ profile }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(saveProfile);
  const refresh = useRefresh();
  const zones = useZoneOptions(profile.timeZone);
  const languages = useLanguages(profile.language);
  const [contentLanguages, setContentLanguages] = useState<readonly Lang[]>();

  const { displayName, about, language, timeZone } = profile;
  const initial = { displayName, about, language: String(language), timeZone };
  const form = useForm(initial, check, async (values) => {
    const chosen = isLang(values.language) ? values.language : language;
    const trimmed = { displayName: values.displayName.trim(), about: values.about.trim() };
    const outcome = await run(profile.id, { ...values, ...trimmed, language: chosen, contentLanguages });
    if (!outcome || outcome.failure) return;
    draft.settle(typed);
    showToast(t("profile.saved"), { tone: "success" });
    await refresh();
  });
  // Empty: not chosen here. The stored order may follow the language after a save.
  const typed = { ...form.values, contentLanguages: contentLanguages ?? [] };
  const draft = useFormDraft("profile:own", typed, ({ contentLanguages: order, ...values }) => {
    form.reset(values);
    setContentLanguages(order.length > 0 ? order : undefined);
  });

  return (
    <Section id="shown" title={t("profile.form.title")} lead={t("profile.form.lead")}>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
        <RestoredNote draft={draft} />
        <TextField {...form.control("displayName")} label={t("signup.name")} autoComplete="name" required />
        <OwnPicture profile={profile} />
        <TextArea {...form.control("about")} label={t("profile.form.about")} rows={5} />
        <SelectField
          {...form.control("language")}
          label={t("profile.form.language")}
          hint={t("profile.form.languageHint")}
          options={languages.map((value) => ({ value, label: OWN_NAME[value], lang: value }))}
        />
        <LanguageOrder value={contentLanguages ?? profile.contentLanguages} onChange={setContentLanguages} />
        <SelectField {...form.control("timeZone")} label={t("profile.form.timeZone")} options={zones} />
        <FailureNotice failure={failure} />
        <Button type="submit" look="primary" isBusy={isRunning}>
          {t("common.save")}
        </Button>
        <DraftState state={draft.state} />
      </form>
      <LeaveGuard />
    </Section>
  );
}

function check(values: { displayName: string; about: string }) {
  return {
    displayName: checkName(values.displayName),
    about: [...values.about.trim()].length > ABOUT_LENGTH ? "error.tooLong" : null,
  };
}
