import { CheckField, SelectField, TextArea, TextField } from "../../../../../components/fields/Field";
import { LanguageTabs } from "../../../../../components/fields/LanguageTabs";
import { PictureField } from "../../../../../components/fields/PictureField";
import { useLang } from "../../../../../lib/context";
import { HTML_LANG } from "../../../../../lib/i18n";
import type { Lang } from "../../../../../lib/page";
import { useTranslation } from "../../../../../lib/texts";
import { useLanguages } from "../../../../../lib/useLanguages";
import { FormSection } from "../../../parts/FormSections";
import parts from "../../../parts/parts.module.css";
import type { EditorPart } from "../serviceForm";
import styles from "./Intake.module.css";
import { CURRENCIES, digitsOf, type PriceDraft } from "./intakeDraft";

interface Props extends EditorPart {
  shown: Lang;
  onShow: (lang: Lang) => void;
}

/** The price, how it is paid, and the picture of the bank's code. Without an amount the service is free. */
export function ServicePrice({ draft, errors, change, shown, onShow }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const languages = useLanguages();
  const { price } = draft.intake;
  const write = (changes: Partial<PriceDraft>) =>
    change(({ intake }) => ({ intake: { ...intake, price: { ...intake.price, ...changes } } }));
  const names = new Intl.DisplayNames(HTML_LANG[lang], { type: "currency" });
  return (
    <FormSection id="service-price" title={t("admin.service.price")} lead={t("admin.service.priceHint")}>
      <div className={parts.fields}>
        <TextField
          label={t("admin.service.price.amount")}
          hint={t("admin.service.price.free")}
          inputMode="decimal"
          maxLength={14}
          value={price.amount}
          error={errors.price && t(errors.price, { digits: digitsOf(price.currency) })}
          onChange={(event) => write({ amount: event.target.value })}
        />
        <SelectField
          label={t("admin.service.price.currency")}
          value={price.currency}
          onChange={(event) => write({ currency: event.target.value })}
          options={CURRENCIES.map((value) => ({ value, label: `${value} · ${names.of(value)}` }))}
        />
      </div>
      {price.amount.trim() && (
        <>
          {draft.kind === "session" && (
            <CheckField
              label={t("admin.service.price.perPerson")}
              checked={price.isPerPerson}
              onChange={(event) => write({ isPerPerson: event.target.checked })}
            />
          )}
          <LanguageTabs
            label={t("blog.write.languages")}
            languages={languages}
            chosen={shown}
            onChoose={onShow}
            stateOf={(one) =>
              price.notes[one].trim() ? { text: t("blog.write.ready"), tone: "good" } : { text: t("blog.write.none") }
            }
          />
          <TextArea
            key={shown}
            label={t("admin.service.price.note")}
            hint={t("admin.service.price.noteHint")}
            lang={HTML_LANG[shown]}
            maxLength={1000}
            value={price.notes[shown]}
            onChange={(event) => write({ notes: { ...price.notes, [shown]: event.target.value } })}
          />
          <PictureField
            label={t("admin.service.price.qr")}
            hint={t("admin.service.price.qrHint")}
            address={price.qrUrl}
            onChange={(qrUrl) => write({ qrUrl })}
          >
            {price.qrUrl && <img className={styles.code} src={price.qrUrl} alt="" width="160" height="160" />}
          </PictureField>
        </>
      )}
    </FormSection>
  );
}
