import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { SelectField, TextArea } from "../../../components/fields/Field";
import { REJECTIONS, type Rejected, type Rejection } from "../../../lib/api/rights/desk";
import { useTranslation } from "../../../lib/texts";

interface Props {
  isOpen: boolean;
  onReject: (rejected: Rejected) => void;
  onClose: () => void;
}

/** Why a text that waits is not approved: its author reads both. */
export function RejectDialog({ isOpen, onReject, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<Rejection>("rules");
  const [note, setNote] = useState("");
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("admin.desk.reject.title")}
      confirm={t("admin.desk.reject.send")}
      isDanger
      onConfirm={() => onReject({ reason, note })}
      onClose={onClose}
    >
      <SelectField
        label={t("admin.desk.reject.reason")}
        value={reason}
        options={REJECTIONS.map((one) => ({ value: one, label: t(`held.reason.${one}`) }))}
        onChange={(event) => setReason(event.target.value as Rejection)}
      />
      <TextArea
        label={t("admin.desk.reject.note")}
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
