import { Button } from "../../../../components/Button";
import { CloseIcon } from "../../../../components/icons";
import { useTranslation } from "../../../../lib/texts";
import styles from "./ServiceEditor.module.css";

interface Times {
  opens: string;
  closes: string;
}

interface Props {
  /** The day it belongs to, for the names of the fields. */
  day: string;
  span: Times;
  error: string | undefined;
  onChange: (times: Partial<Times>) => void;
  onRemove?: () => void;
}

/** From one time to another. Midnight at the end is 00:00. */
export function SpanFields({ day, span, error, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.span}>
        {(["opens", "closes"] as const).map((end) => (
          <input
            key={end}
            className={styles.time}
            type="time"
            required
            aria-label={t(`admin.service.${end}Of`, { day })}
            aria-invalid={error ? true : undefined}
            value={span[end]}
            onChange={(event) => onChange({ [end]: event.target.value })}
          />
        ))}
        {onRemove && (
          <Button
            look="quiet"
            size="small"
            aria-label={t("admin.service.removeSpan", { day, ...span })}
            onClick={onRemove}
          >
            <CloseIcon />
          </Button>
        )}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {t(error)}
        </p>
      )}
    </>
  );
}
