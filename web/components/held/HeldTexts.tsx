import type { OwnHeldText } from "../../generated/payloads";
import { HTML_LANG } from "../../lib/i18n";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { write } from "../../lib/requests/write";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { RelativeTime } from "../parts/RelativeTime";
import { Tag } from "../Tag";
import styles from "./HeldTexts.module.css";

interface Props {
  texts: readonly OwnHeldText[];
}

/** The visitor's texts that only they and moderators see: waiting ones, and rejected ones with the reason. */
export function HeldTexts({ texts }: Props) {
  return (
    <ul className={styles.list}>
      {texts.map((text) => (
        <HeldText key={text.id} text={text} />
      ))}
    </ul>
  );
}

function HeldText({ text }: { text: OwnHeldText }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const isWaiting = text.status === "waiting";
  const remove = () => write((client) => client.from("held_texts").delete().eq("id", text.id));
  return (
    <li className={styles.item}>
      <p className="cluster">
        <Tag tone={isWaiting ? "note" : "bad"}>{t(isWaiting ? "held.title" : "held.rejected")}</Tag>
        <span className="facts soft small">
          <RelativeTime value={text.createdAt} />
          {isWaiting && (
            <span>{text.usualHours === null ? t("held.soon") : t("held.usual", { count: text.usualHours })}</span>
          )}
        </span>
      </p>
      {text.title && (
        <p lang={HTML_LANG[text.language]}>
          <b>{text.title}</b>
        </p>
      )}
      <p className={styles.words} lang={HTML_LANG[text.language]}>
        {text.excerpt}
      </p>
      {text.reason && (
        <p className={styles.reason}>
          {t(`held.reason.${text.reason}`)} {text.note}
        </p>
      )}
      <div>
        <Button look="quiet" isBusy={isRunning} onClick={() => run(remove, t("held.takenBack"))}>
          {t(isWaiting ? "held.takeBack" : "held.dismiss")}
        </Button>
      </div>
    </li>
  );
}
