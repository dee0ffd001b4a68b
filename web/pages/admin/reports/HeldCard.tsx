import { useState } from "react";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { SelectField, TextArea } from "../../../components/fields/Field";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { RichText } from "../../../components/RichText";
import { LanguageTag, Tag } from "../../../components/Tag";
import type { HeldText } from "../../../generated/payloads";
import { approveHeld, REJECTIONS, type Rejection, rejectHeld, reopenHeld } from "../../../lib/api/community/held";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./reports.module.css";

interface Props {
  held: HeldText;
}

/** A text that waits: by which author, where, the whole text, and the two decisions, which can be undone. */
export function HeldCard({ held }: Props) {
  const { t } = useTranslation();
  const lang = HTML_LANG[held.language];
  const name = held.author?.displayName ?? t("forum.formerMember");
  return (
    <Card as="li">
      <div className={styles.facts}>
        <h2 className="small">
          {t(held.postId === null ? "admin.reports.held.post" : "admin.reports.held.reply", { name })}
        </h2>
        <Tag tone="note">{t(`admin.reports.held.for.${held.heldFor}`)}</Tag>
        <LanguageTag language={held.language} />
      </div>
      <p className="facts soft small">
        <span lang={HTML_LANG[held.forumLang]}>{held.forumName}</span>
        <RelativeTime value={held.createdAt} />
      </p>
      {held.title && (
        <p lang={lang}>
          <strong>{held.title}</strong>
        </p>
      )}
      {held.body && (
        <div className={styles.text}>
          <RichText document={held.body} lang={lang} isMembers />
        </div>
      )}
      <Decision id={held.id} />
    </Card>
  );
}

function Decision({ id }: { id: string }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState<Rejection>("rules");
  const [note, setNote] = useState("");
  const undo = () => reopenHeld(id);
  const reject = () => {
    setRejecting(false);
    return run(() => rejectHeld(id, reason, note), t("admin.reports.held.rejected"), undo);
  };
  return (
    <div className="cluster">
      <Button
        look="primary"
        isBusy={isRunning}
        onClick={() => run(() => approveHeld(id), t("admin.reports.held.approved"), undo)}
      >
        {t("admin.reports.held.approve")}
      </Button>
      <Button isBusy={isRunning} onClick={() => setRejecting(true)}>
        {t("admin.reports.held.reject")}
      </Button>
      <ConfirmDialog
        isOpen={isRejecting}
        title={t("admin.reports.held.rejectTitle")}
        confirm={t("admin.reports.held.rejectSend")}
        isDanger
        onConfirm={reject}
        onClose={() => setRejecting(false)}
      >
        <SelectField
          label={t("admin.reports.held.reason")}
          value={reason}
          options={REJECTIONS.map((one) => ({ value: one, label: t(`held.reason.${one}`) }))}
          onChange={(event) => setReason(event.target.value as Rejection)}
        />
        <TextArea
          label={t("admin.reports.held.note")}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmDialog>
    </div>
  );
}
