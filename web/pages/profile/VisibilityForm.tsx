import { useState } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { CheckField, SelectField } from "../../components/fields/Field";
import { pathTo } from "../../generated/paths";
import type { ProfileChoices } from "../../generated/payloads";
import { saveChoices } from "../../lib/api/profile";
import { useLang } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import styles from "./Profile.module.css";
import { Section } from "./security/Section";

interface Props {
  id: string;
  choices: ProfileChoices;
}

const AUDIENCES = ["everyone", "members", "group", "staff", "nobody"] as const;
const FIELDS = [
  ["aboutFor", "profile.visibility.about"],
  ["languagesFor", "profile.visibility.languages"],
  ["sinceFor", "profile.visibility.since"],
  ["activityFor", "profile.visibility.activity"],
] as const;

/** For each field of the profile who sees it, and whether the directory lists the member. */
export function VisibilityForm({ id, choices }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [values, setValues] = useState(choices);
  const { run, isRunning, failure } = useAction(saveChoices);
  const refresh = useRefresh();
  const change = (changes: Partial<ProfileChoices>) => setValues({ ...values, ...changes });
  const handleSave = async () => {
    const outcome = await run(id, values);
    if (!outcome || outcome.failure) return;
    showToast(t("profile.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <Section id="visibility" title={t("profile.visibility.title")} lead={t("profile.visibility.lead")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          handleSave();
        }}
      >
        <Speaks value={values.speaks} onChange={(speaks) => change({ speaks })} />
        {FIELDS.map(([field, label]) => (
          <SelectField
            key={field}
            label={t(label)}
            value={values[field]}
            options={AUDIENCES.map((value) => ({ value, label: t(`profile.visibility.${value}`) }))}
            onChange={({ target }) =>
              change({ [field]: AUDIENCES.find((audience) => audience === target.value) ?? "members" })
            }
          />
        ))}
        <CheckField
          label={t("profile.visibility.listed")}
          hint={t("profile.visibility.listedHint")}
          checked={values.isListed}
          onChange={({ target }) => change({ isListed: target.checked })}
        />
        <CheckField
          label={t("profile.visibility.messages")}
          hint={t("profile.visibility.messagesHint")}
          checked={values.takesMessages}
          onChange={({ target }) => change({ takesMessages: target.checked })}
        />
        <FailureNotice failure={failure} />
        <div className="cluster">
          <Button type="submit" isBusy={isRunning}>
            {t("common.save")}
          </Button>
          <ButtonLink look="quiet" to={pathTo.peoplePerson({ lang, personId: id })}>
            {t("profile.visibility.see")}
          </ButtonLink>
        </div>
      </form>
    </Section>
  );
}

interface SpeaksProps {
  value: ProfileChoices["speaks"];
  onChange: (value: ProfileChoices["speaks"]) => void;
}

function Speaks({ value, onChange }: SpeaksProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.speaks}>
      <legend>{t("profile.visibility.speaks")}</legend>
      {LANGS.map((one) => (
        <CheckField
          key={one}
          label={OWN_NAME[one]}
          lang={HTML_LANG[one]}
          checked={value.includes(one)}
          onChange={({ target }) =>
            onChange(LANGS.filter((other) => (other === one ? target.checked : value.includes(other))))
          }
        />
      ))}
    </fieldset>
  );
}
