import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Skeleton } from "../../../components/feedback/Skeleton";
import { Tag } from "../../../components/Tag";
import { HTML_LANG } from "../../../lib/i18n";
import type { Failure } from "../../../lib/requests/errors";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./messages.module.css";
import { type MessageId, type MessagePreview as Preview, previewMessage } from "./messageTexts";
import type { Parts } from "./parts";

const PAUSE_MS = 400;

interface Props {
  id: MessageId;
  parts: Parts;
  hasSms: boolean;
}

/** The email and the SMS as they will be sent, with sample data; follows the form while it is typed in. */
export function MessagePreview({ id, parts, hasSms }: Props) {
  const { t } = useTranslation();
  const { preview, failure } = usePreview(id, parts);
  const sending = useAction(previewMessage);
  const handleSend = async (channel: "mail" | "sms") => {
    const outcome = await sending.run(id, parts, channel);
    if (outcome?.value) showToast(t("admin.texts.sent", { recipient: outcome.value.recipient }), { tone: "success" });
  };
  return (
    <section className={styles.preview} aria-labelledby="message-preview">
      <h2 id="message-preview">{t("admin.texts.preview")}</h2>
      <p className="soft small">{t("admin.texts.sample")}</p>
      <FailureNotice failure={sending.failure ?? failure} />
      {preview ? <Shown preview={preview} lang={HTML_LANG[id.language]} /> : !failure && <Skeleton lines={10} />}
      <div className="cluster">
        <Button isBusy={sending.isRunning} onClick={() => handleSend("mail")}>
          {t("admin.texts.sendEmail")}
        </Button>
        {hasSms && (
          <Button isBusy={sending.isRunning} onClick={() => handleSend("sms")}>
            {t("admin.texts.sendSms")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Shown({ preview, lang }: { preview: Preview; lang: string }) {
  const { t } = useTranslation();
  const { encoding, units, segments } = preview.cost;
  return (
    <>
      <p className={styles.subject} lang={lang}>
        {preview.subject}
      </p>
      {/* Links of the sample lead nowhere: without the right to open windows a press does nothing. */}
      <iframe
        className={styles.email}
        title={t("admin.texts.email")}
        lang={lang}
        sandbox=""
        srcDoc={preview.html.replace("<head>", '<head><base target="_blank">')}
      />
      <h3>{t("admin.texts.smsTitle")}</h3>
      <p className={styles.sms} lang={lang}>
        {preview.sms}
      </p>
      <p className="cluster" role="status">
        <Tag tone={segments > 1 ? "note" : "good"}>{t("admin.texts.segments", { count: segments })}</Tag>
        <span className="soft small">{t("admin.texts.cost", { count: units, encoding })}</span>
      </p>
    </>
  );
}

/** Asked for when typing pauses; the last one stays until the next has come. */
function usePreview(id: MessageId, parts: Parts) {
  const [found, setFound] = useState<{ preview: Preview | null; failure: Failure | null }>({
    preview: null,
    failure: null,
  });
  const wanted = JSON.stringify([id, parts]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const [id, parts] = JSON.parse(wanted) as [MessageId, Parts];
      const { value, failure } = await previewMessage(id, parts);
      if (!isOver) setFound((before) => ({ preview: value ?? before.preview, failure }));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return found;
}
