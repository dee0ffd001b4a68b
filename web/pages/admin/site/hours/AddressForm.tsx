import { useState } from "react";
import { TextArea, TextField } from "../../../../components/fields/Field";
import type { AdminHoursPayload } from "../../../../generated/payloads";
import { useFormDraft } from "../../../../lib/forms/useFormDraft";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { FormSection } from "../../parts/FormSections";
import { SaveForm } from "../../parts/SaveForm";
import styles from "./Hours.module.css";
import { findPhoneMistake } from "./hoursDraft";

interface Props {
  data: AdminHoursPayload;
}

/** Address and words beside the hours in each language, telephone, and a link to a map. */
export function AddressForm({ data }: Props) {
  const { t } = useTranslation();
  const { values, change, texts, changeText, mistakes, save, saving, draft } = useAddress(data);
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.hours.saveAddress")} draft={draft}>
      <FormSection id="hours-address" title={t("admin.hours.address")}>
        <div className={styles.fields}>
          <TextField
            type="tel"
            label={t("admin.hours.phone")}
            maxLength={32}
            error={mistakes.phone && t(mistakes.phone)}
            value={values.phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
          <TextField
            type="url"
            label={t("admin.hours.mapUrl")}
            hint={t("admin.hours.mapUrlHint")}
            maxLength={2000}
            error={mistakes.mapUrl && t(mistakes.mapUrl)}
            value={values.mapUrl}
            onChange={(event) => change({ mapUrl: event.target.value })}
          />
        </div>
        {texts.map((text) => (
          <fieldset key={text.language} className={styles.language}>
            <legend lang={HTML_LANG[text.language]}>{OWN_NAME[text.language]}</legend>
            <TextField
              label={t("admin.hours.addressLine")}
              hint={t("admin.site.emptyHint")}
              lang={HTML_LANG[text.language]}
              maxLength={200}
              autoComplete="off"
              value={text.address}
              onChange={(event) => changeText({ ...text, address: event.target.value })}
            />
            <TextArea
              label={t("admin.site.openingHours")}
              lang={HTML_LANG[text.language]}
              rows={2}
              maxLength={1000}
              value={text.openingHours}
              onChange={(event) => changeText({ ...text, openingHours: event.target.value })}
            />
          </fieldset>
        ))}
      </FormSection>
    </SaveForm>
  );
}

function useAddress(data: AdminHoursPayload) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [values, setValues] = useState({ phone: data.phone, mapUrl: data.mapUrl });
  const [texts, setTexts] = useState(data.addresses);
  const [isTried, setTried] = useState(false);
  const draft = useFormDraft("site:address", { values, texts }, (restored) => {
    setValues(restored.values);
    setTexts(restored.texts);
  });
  const found = {
    phone: findPhoneMistake(values.phone),
    mapUrl: values.mapUrl && !/^https:\/\/[^\s\\]+$/i.test(values.mapUrl.trim()) ? "admin.hours.error.map" : null,
  };
  const saving = useAction(async () => {
    const row = { phone: values.phone.trim(), map_url: values.mapUrl.trim() || null };
    const settings = await write((supabase) =>
      supabase.from("site_settings").update(row).eq("only_row", true).select("phone").single(),
    );
    if (settings.failure) return settings;
    for (const { language, address, openingHours } of texts) {
      const words = { address: address.trim(), opening_hours: openingHours.trim() };
      const outcome = await write((supabase) =>
        supabase.from("site_texts").update(words).eq("language", language).select("language").single(),
      );
      if (outcome.failure) return outcome;
    }
    return settings;
  });
  const save = async () => {
    setTried(true);
    if (found.phone || found.mapUrl) return;
    const outcome = await saving.run();
    if (!outcome || outcome.failure) return;
    draft.settle({ values, texts });
    showToast(t("admin.hours.addressSaved"), { tone: "success" });
    await refresh();
  };
  return {
    values,
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
    texts,
    changeText: (text: AdminHoursPayload["addresses"][number]) =>
      setTexts(texts.map((one) => (one.language === text.language ? text : one))),
    mistakes: isTried ? found : { phone: null, mapUrl: null },
    save,
    saving,
    draft,
  };
}
