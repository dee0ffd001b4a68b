import { ButtonLink } from "../../../components/Button";
import { AlertIcon, CheckIcon, InfoIcon } from "../../../components/icons";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { HealthResult } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { formatSize } from "../../../lib/format/size";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import styles from "./Health.module.css";

const TONES = { good: "good", attention: "note", problem: "bad" } as const;
const ICONS = { good: CheckIcon, attention: InfoIcon, problem: AlertIcon };

interface Props {
  finding: HealthResult;
}

/** One check: its state as icon and word, the finding, and what to do. */
export function Finding({ finding: { subject, state, code, details } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const Icon = ICONS[state];
  const values = {
    count: details.count ?? undefined,
    size: details.bytes === null ? undefined : formatSize(lang, details.bytes),
    date: details.at ? formatMoment(lang, details.at, timeZone) : undefined,
    folder: details.folder ?? undefined,
    reason: details.reason ? t(`admin.failed.reason.${details.reason}`) : undefined,
  };
  const to = pathOf(code, lang);
  return (
    <li className={styles.finding}>
      <div className={styles.head}>
        <h3>{t(`admin.health.subject.${subject}`)}</h3>
        <Tag tone={TONES[state]}>
          <Icon size={14} />
          {t(`admin.health.state.${state}`)}
        </Tag>
      </div>
      <p className={styles.text} suppressHydrationWarning>
        {t(`admin.health.found.${code}`, values)}
      </p>
      <p className={`soft ${styles.text}`}>{t(`admin.health.advice.${code}`, values)}</p>
      {details.error && (
        <p className={`small ${styles.error}`} lang="en">
          {details.error}
        </p>
      )}
      {to && <ButtonLink to={to}>{t("admin.health.goTo")}</ButtonLink>}
    </li>
  );
}

/** The page on which the finding can be put right. */
function pathOf(code: string, lang: HealthLang): string | null {
  if (code === "messages_failed") return pathTo.adminFailed({ lang });
  return ["email_off", "email_failing", "email_late", "email_records_bad"].includes(code)
    ? pathTo.adminEmail({ lang })
    : null;
}

type HealthLang = ReturnType<typeof useLang>;
