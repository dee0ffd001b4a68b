import { Button } from "../../../../../components/Button";
import { TextField } from "../../../../../components/fields/Field";
import { HTML_LANG } from "../../../../../lib/i18n";
import type { Lang } from "../../../../../lib/page";
import { useTranslation } from "../../../../../lib/texts";
import styles from "./Intake.module.css";
import { newOption, type OptionDraft } from "./intakeDraft";

interface Props {
  options: OptionDraft[];
  shown: Lang;
  /** A text key. */
  error: string | undefined;
  onChange: (options: OptionDraft[]) => void;
}

const MOST = 50;

/** The choices of a question in the chosen language. */
export function OptionFields({ options, shown, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.options}>
      <legend>{t("admin.service.question.options")}</legend>
      {options.map((option, at) => (
        <div key={option.key} className={styles.option}>
          <TextField
            label={t("admin.service.question.option", { number: at + 1 })}
            lang={HTML_LANG[shown]}
            required
            maxLength={200}
            value={option.labels[shown]}
            error={at === 0 && error ? t(error) : undefined}
            onChange={(event) =>
              onChange(
                options.map((one) =>
                  one === option ? { ...one, labels: { ...one.labels, [shown]: event.target.value } } : one,
                ),
              )
            }
          />
          {options.length > 1 && (
            <Button
              look="quiet"
              aria-label={t("admin.service.question.removeOption", { number: at + 1 })}
              onClick={() => onChange(options.filter((one) => one !== option))}
            >
              {t("admin.service.remove")}
            </Button>
          )}
        </div>
      ))}
      {options.length < MOST && (
        <div>
          <Button size="small" onClick={() => onChange([...options, newOption()])}>
            {t("admin.service.question.addOption")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
