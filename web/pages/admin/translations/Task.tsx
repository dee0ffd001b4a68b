import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import type { TranslationTask } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./Translations.module.css";
import { claimTask, pathToEdit } from "./tasks";
import { useAmount } from "./useAmount";

interface Props {
  task: TranslationTask;
}

const TONES = { outdated: "note", draft: "plain", missing: "warm" } as const;

/** One thing that waits in one language. The title leads to its editor. */
export function Task({ task }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const amountOf = useAmount();
  const { sourceLanguage, lang: wanted } = task;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
          <Link
            className={`touch ${styles.title}`}
            lang={sourceLanguage === lang ? undefined : HTML_LANG[sourceLanguage]}
            to={pathToEdit(lang, task)}
          >
            {task.title}
          </Link>
          <Tag tone={TONES[task.state]}>{t(`admin.translations.state.${task.state}`)}</Tag>
        </div>
        <p className="facts soft small">
          <span>{t(`admin.translations.one.${task.kind}`)}</span>
          <span>{t("admin.translations.pair", { from: OWN_NAME[sourceLanguage], to: OWN_NAME[wanted] })}</span>
          {task.amount > 0 && <span>{amountOf(sourceLanguage === "zh" ? "characters" : "words", task.amount)}</span>}
          <DateTime value={task.changedAt} format="date" say={(date) => t("admin.translations.changed", { date })} />
        </p>
      </div>
      <Claim task={task} />
    </li>
  );
}

/** Says that one works on it, so that others do not, and takes that back. */
function Claim({ task }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { run, isRunning } = useQuickAction();
  const isMine = task.claimedBy === visitor?.id;
  const claim = () =>
    run(
      () => claimTask(task.id),
      t("admin.translations.said.claimed"),
      () => claimTask(task.id, false),
    );
  const release = () => run(() => claimTask(task.id, false), t("admin.translations.said.released"));
  if (!task.claimedBy || !task.claimedUntil) {
    return (
      <Button isBusy={isRunning} aria-label={t("admin.translations.claimOf", { title: task.title })} onClick={claim}>
        {t("admin.translations.claim")}
      </Button>
    );
  }
  const name = task.claimerName ?? t("admin.translations.someone");
  return (
    <div className={styles.claim}>
      <p className="small">
        <DateTime
          value={task.claimedUntil}
          say={(date) =>
            isMine ? t("admin.translations.mine", { date }) : t("admin.translations.theirs", { name, date })
          }
        />
      </p>
      {isMine && (
        <Button
          look="quiet"
          isBusy={isRunning}
          aria-label={t("admin.translations.releaseOf", { title: task.title })}
          onClick={release}
        >
          {t("admin.translations.release")}
        </Button>
      )}
    </div>
  );
}
