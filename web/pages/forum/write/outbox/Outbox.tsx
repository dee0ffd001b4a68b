import { Button } from "../../../../components/Button";
import { AlertIcon, WaitIcon } from "../../../../components/icons";
import { RichText } from "../../../../components/richText/RichText";
import { useVisitor } from "../../../../lib/context";
import { HTML_LANG } from "../../../../lib/i18n";
import { plainText } from "../../../../lib/richText/plain";
import { useTranslation } from "../../../../lib/texts";
import { closeToast, showToast } from "../../../../lib/toasts";
import { putWaiting, takeBack, type Waiting } from "../../../../offline/outbox/storage";
import { minimumFor } from "../drafts/textLength";
import styles from "./outbox.module.css";
import { useOutbox } from "./useOutbox";

interface Props {
  isWanted: (waiting: Waiting) => boolean;
  /** Takes the text back into the form. Without it there is no form: the thread is closed. */
  onEdit?: (waiting: Waiting) => void;
}

/** Texts sent without a connection: they wait here, and can be changed or deleted until they are sent. */
export function Outbox({ isWanted, onEdit }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const entries = useOutbox(isWanted);
  if (!visitor || entries.length === 0) return null;

  const take = async ({ id }: Waiting) => {
    const taken = await takeBack(visitor.id, id);
    if (!taken) showToast(t("forum.outbox.leaving"));
    return taken;
  };
  const handleEdit = async (waiting: Waiting) => {
    const taken = await take(waiting);
    if (taken) onEdit?.(taken);
  };
  const handleDelete = async (waiting: Waiting) => {
    const taken = await take(waiting);
    if (!taken) return;
    const undo = () => {
      putWaiting(visitor.id, taken);
      closeToast(toast);
    };
    const toast = showToast(t("forum.delete.done"), {
      life: 10_000,
      action: { label: t("forum.delete.undo"), run: undo },
    });
  };
  return (
    <section aria-label={t("forum.outbox.title")}>
      <ul className={styles.list}>
        {entries.map(({ waiting, isUnderWay }) => (
          <li key={waiting.id} className={styles.item} data-refused={waiting.refusal !== null || undefined}>
            <State waiting={waiting} isUnderWay={isUnderWay} />
            {waiting.kind === "post" && (
              <h3 className={styles.title} lang={HTML_LANG[waiting.language]}>
                {waiting.title}
              </h3>
            )}
            <RichText document={waiting.body} lang={HTML_LANG[waiting.language]} isMembers />
            {!isUnderWay && (
              <p className={styles.acts}>
                {onEdit && (
                  <Button look="soft" size="small" onClick={() => handleEdit(waiting)}>
                    {t("forum.post.edit")}
                  </Button>
                )}
                <Button look="quiet" size="small" onClick={() => handleDelete(waiting)}>
                  {t("forum.post.delete")}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StateProps {
  waiting: Waiting;
  isUnderWay: boolean;
}

function State({ waiting, isUnderWay }: StateProps) {
  const { t } = useTranslation();
  const { refusal, body } = waiting;
  const Icon = refusal === null ? WaitIcon : AlertIcon;
  return (
    <p className={styles.state}>
      <Icon size={18} />
      {refusal === null ? (
        <span>{t(isUnderWay ? "forum.write.sending" : "forum.outbox.waiting")}</span>
      ) : (
        <span className={styles.reason}>
          <span>{t("forum.outbox.refused")}</span>
          <span>{t(refusal, { min: minimumFor(plainText(body), 8, 20) })}</span>
        </span>
      )}
    </p>
  );
}
