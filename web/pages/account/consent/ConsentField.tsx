import { Fragment, useId } from "react";
import { pathTo } from "../../../generated/paths";
import type { AskedConsent } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { separatorIn } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./ConsentField.module.css";

interface Props {
  asked: readonly AskedConsent[];
  isChecked: boolean;
  error: string | null;
  onChange: (isChecked: boolean) => void;
}

/** "I agree to" the pages that need consent, each one a link that opens beside the form. */
export function ConsentField({ asked, isChecked, error, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  const [before, after] = t("consent.agreeTo", { pages: "\0" }).split("\0");
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="consent"
          required
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {before}
          {asked.map((page, place) => (
            <Fragment key={page.versionId}>
              {place > 0 && separatorIn(lang)}
              <a
                href={pathTo.page({ lang, slug: page.slug })}
                target="_blank"
                rel="noopener"
                lang={page.lang === lang ? undefined : HTML_LANG[page.lang]}
              >
                {page.title}
              </a>
            </Fragment>
          ))}
          {after}
        </span>
      </label>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
