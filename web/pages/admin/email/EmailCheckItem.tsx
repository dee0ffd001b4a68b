import { Button } from "../../../components/Button";
import { AlertIcon, CheckIcon, InfoIcon } from "../../../components/icons";
import { Tag } from "../../../components/Tag";
import type { EmailCheck } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./Email.module.css";

const TONES = { good: "good", attention: "note", problem: "bad" } as const;
const ICONS = { good: CheckIcon, attention: InfoIcon, problem: AlertIcon };

interface Props {
  check: EmailCheck;
}

/** One check: its state as icon and word, the finding, what to do, and the record to copy. */
export function EmailCheckItem({ check: { subject, state, code, about, record } }: Props) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <li className={styles.check}>
      <div className={styles.head}>
        <h3>{t(`admin.email.subject.${subject}`)}</h3>
        <Tag tone={TONES[state]}>
          <Icon size={14} />
          {t(`admin.health.state.${state}`)}
        </Tag>
      </div>
      <p className={styles.text}>{t(`admin.email.found.${code}`, { about })}</p>
      {state !== "good" && <p className={`soft ${styles.text}`}>{t(`admin.email.advice.${code}`, { about })}</p>}
      {record && (
        <dl className={styles.record}>
          <CopiedValue label={t("admin.email.record.name")} value={record.name} />
          <CopiedValue label={t("admin.email.record.value")} value={record.value} />
        </dl>
      )}
    </li>
  );
}

function CopiedValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const handleCopy = async () => {
    // Only on https and localhost may a page write to the clipboard; elsewhere the text is there to copy from.
    const isCopied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    showToast(t(isCopied ? "admin.email.record.copied" : "admin.embed.copyByHand"));
  };
  return (
    <div className={styles.copied}>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button size="small" aria-label={`${t("admin.email.record.copy")}: ${label}`} onClick={handleCopy}>
          {t("admin.email.record.copy")}
        </Button>
      </dd>
    </div>
  );
}
