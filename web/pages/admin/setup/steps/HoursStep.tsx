import { useState } from "react";
import { Button } from "../../../../components/Button";
import { TextField } from "../../../../components/fields/Field";
import { useLang } from "../../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { findMistake, findPhoneMistake, type Span, spansOf, storedHours, usualWeek } from "../../site/hours/hoursDraft";
import { WeekFields } from "../../site/hours/WeekFields";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** Address, telephone and weekly hours; the page of the opening hours has the days that differ and the map too. */
export function HoursStep({ data }: StepProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { control, values, change, mistakes, isEmpty, save } = useHoursStep(data);
  const addressOf = (of: Lang, label: string) => (
    <TextField
      key={of}
      label={label}
      lang={HTML_LANG[of]}
      maxLength={200}
      autoComplete={of === lang ? "street-address" : "off"}
      value={values.addresses[of] ?? ""}
      onChange={(event) => change({ addresses: { ...values.addresses, [of]: event.target.value } })}
    />
  );
  return (
    <StepForm
      title={t("admin.setup.hours.title")}
      lead={t("admin.setup.hours.lead")}
      control={control}
      mistake={isEmpty ? t("admin.setup.hours.missing") : null}
      onSave={save}
    >
      <div className={styles.fields}>
        {addressOf(lang, t("admin.hours.addressLine"))}
        <TextField
          type="tel"
          label={t("admin.hours.phone")}
          maxLength={32}
          autoComplete="tel"
          error={mistakes?.phone && t(mistakes.phone)}
          value={values.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </div>
      <details className={styles.more}>
        <summary>{t("admin.setup.name.others")}</summary>
        <div className={styles.fields}>
          {data.names
            .filter((one) => one.lang !== lang)
            .map((one) => addressOf(one.lang, t("admin.setup.hours.addressIn", { language: OWN_NAME[one.lang] })))}
        </div>
      </details>
      <div className={styles.fields}>
        <div className={styles.weekHead}>
          <h2>{t("admin.hours.week")}</h2>
          {isWithoutHours(values.week) && (
            <Button look="soft" onClick={() => change({ week: usualWeek() })}>
              {t("admin.setup.hours.fill")}
            </Button>
          )}
        </div>
        <WeekFields week={values.week} mistakes={mistakes?.week ?? null} onChange={(week) => change({ week })} />
      </div>
    </StepForm>
  );
}

const isWithoutHours = (week: readonly Span[][]): boolean => week.every((spans) => spans.length === 0);

function useHoursStep(data: StepProps["data"]) {
  const control = useStep(data, "hours");
  const [values, setValues] = useState(() => ({
    addresses: Object.fromEntries(data.names.map((one) => [one.lang, one.address])) as Partial<Record<Lang, string>>,
    phone: data.phone,
    week: data.week.map(spansOf),
  }));
  const [isTried, setTried] = useState(false);
  const { addresses, phone, week } = values;
  const mistakes = { phone: findPhoneMistake(phone), week: week.map(findMistake) };
  const isEmpty = isWithoutHours(week) && ![phone, ...Object.values(addresses)].some((text) => text.trim());
  const save = () => {
    setTried(true);
    if (isEmpty || mistakes.phone || mistakes.week.some(Boolean)) return;
    control.save({ addresses, phone, week: week.map(storedHours) });
  };
  return {
    control,
    values,
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
    mistakes: isTried ? mistakes : null,
    isEmpty: isTried && isEmpty,
    save,
  };
}
