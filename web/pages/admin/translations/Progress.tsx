import type { TranslationProgress } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Translations.module.css";
import { useAmount } from "./useAmount";

interface Props {
  progress: readonly TranslationProgress[];
}

/** How far each language is, and the size of the rest. */
export function Progress({ progress }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const amountOf = useAmount();
  if (progress.length === 0) return null;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="visually-hidden">
        {t("admin.translations.progress")}
      </h2>
      <ul className={styles.progress}>
        {progress.map(({ lang: one, done, total, words, characters }) => {
          const parts = [words > 0 && amountOf("words", words), characters > 0 && amountOf("characters", characters)];
          const left = formatList(
            lang,
            parts.filter((part) => part !== false),
          );
          return (
            <li key={one}>
              <strong lang={HTML_LANG[one]}>{OWN_NAME[one]}</strong>
              <progress max={total} value={done} aria-label={OWN_NAME[one]} />
              <span>{t("admin.translations.done", { done, count: total })}</span>
              {left && <span className="soft small">{t("admin.translations.left", { amount: left })}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
