import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { CheckField } from "../../../../components/fields/Field";
import type { BlogWritePayload, Edition } from "../../../../generated/payloads";
import { stopEdition } from "../../../../lib/api/newsletter";
import { useLang, useSite } from "../../../../lib/context";
import { formatMoment } from "../../../../lib/format/format";
import { OWN_NAME } from "../../../../lib/i18n";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../Edit.module.css";
import type { Writing } from "../useArticleEditor";

interface Props {
  writing: Writing;
  data: BlogWritePayload;
}

/** Whether subscribers get the article by email; once that has begun, how far it is. */
export function EmailField({ writing, data }: Props) {
  const { t } = useTranslation();
  const { form, change } = writing;
  const edition = data.article?.edition;
  if (data.article && edition?.startedAt) return <Progress article={data.article.id} edition={edition} />;
  const counts = data.subscribers
    .map(({ language, members, guests }) =>
      t("blog.write.email.count", { language: OWN_NAME[language], count: members + guests }),
    )
    .join(" · ");
  const hint = form.groupId ? t("blog.write.email.group") : counts || t("blog.write.email.none");
  return (
    <CheckField
      label={t("blog.write.email.send")}
      hint={`${t("blog.write.email.once")} ${hint}`}
      checked={form.isEmailed ?? false}
      onChange={(event) => change({ isEmailed: event.target.checked })}
    />
  );
}

interface ProgressProps {
  article: string;
  edition: Edition;
}

function Progress({ article, edition }: ProgressProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const stopping = useAction(stopEdition);
  const { sent: count, waiting } = edition;
  const date = formatMoment(lang, edition.startedAt ?? "", timeZone, "date");
  const isRunning = !edition.stoppedAt && (!edition.endedAt || waiting > 0);
  const handleStop = async () => {
    const outcome = await stopping.run(article);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    showToast(t("blog.write.email.stopDone"), { tone: "success" });
    await refresh();
  };
  const state = edition.stoppedAt ? "stopped" : isRunning ? "running" : "sent";
  return (
    <div className="stack">
      <p role="status">{t(`blog.write.email.${state}`, { count, date })}</p>
      {isRunning && (
        <div className={styles.stop}>
          <Button onClick={() => void refresh()}>{t("blog.write.email.refresh")}</Button>
          <Button onClick={() => setAsking(true)}>{t("blog.write.email.stop")}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t("blog.write.email.stopTitle")}
        confirm={t("blog.write.email.stop")}
        isDanger
        isBusy={stopping.isRunning}
        failure={stopping.failure}
        onConfirm={() => void handleStop()}
        onClose={() => setAsking(false)}
      >
        <p>{t("blog.write.email.stopText")}</p>
      </ConfirmDialog>
    </div>
  );
}
