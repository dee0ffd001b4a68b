import { useState } from "react";
import { TextField } from "../../../../components/fields/Field";
import { useLang } from "../../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** Name and tagline: one language is enough, first that of the administrator; the others are folded. */
export function NameStep({ data }: StepProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const control = useStep(data, "name");
  const [names, setNames] = useState(data.names);
  const [isTried, setTried] = useState(false);
  const isMissing = names.every(({ name }) => name.trim() === "");
  const change = (of: Lang, changes: { name?: string; tagline?: string }) =>
    setNames((before) => before.map((one) => (one.lang === of ? { ...one, ...changes } : one)));
  const handleSave = () => {
    setTried(true);
    if (isMissing) return;
    control.save(Object.fromEntries(names.map((one) => [one.lang, { name: one.name, tagline: one.tagline }])));
  };
  const fieldsOf = (of: Lang, isMain: boolean) => {
    const values = names.find((one) => one.lang === of);
    return (
      <div key={of} className={styles.fields}>
        <TextField
          label={isMain ? t("admin.setup.name.name") : t("admin.setup.name.nameIn", { language: OWN_NAME[of] })}
          lang={HTML_LANG[of]}
          required={isMain}
          maxLength={80}
          autoComplete="organization"
          value={values?.name ?? ""}
          error={isMain && isTried && isMissing ? t("admin.setup.name.missing") : null}
          onChange={(event) => change(of, { name: event.target.value })}
        />
        <TextField
          label={isMain ? t("admin.setup.name.tagline") : t("admin.setup.name.taglineIn", { language: OWN_NAME[of] })}
          hint={isMain ? t("admin.setup.name.taglineHint") : undefined}
          lang={HTML_LANG[of]}
          maxLength={200}
          value={values?.tagline ?? ""}
          onChange={(event) => change(of, { tagline: event.target.value })}
        />
      </div>
    );
  };
  return (
    <StepForm
      title={t("admin.setup.name.title")}
      lead={t("admin.setup.name.lead")}
      control={control}
      onSave={handleSave}
    >
      {fieldsOf(lang, true)}
      <details className={styles.more}>
        <summary>{t("admin.setup.name.others")}</summary>
        {names.filter((one) => one.lang !== lang).map((one) => fieldsOf(one.lang, false))}
      </details>
    </StepForm>
  );
}
