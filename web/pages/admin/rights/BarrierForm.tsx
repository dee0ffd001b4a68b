import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { Barrier } from "../../../generated/payloads";
import { addBarrier, type BarrierPreview, previewBarrier, removeBarrier } from "../../../lib/api/rights/barriers";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";

const KINDS = ["host", "mail", "range"] as const;
const NOTHING = { kind: "host" as Barrier["kind"], value: "", note: "" };

/** A new barrier: shows what it would do, and asks, before it does it. */
export function BarrierForm() {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [values, setValues] = useState(NOTHING);
  const [isMissing, setMissing] = useState(false);
  const [preview, setPreview] = useState<BarrierPreview | null>(null);
  const previewing = useAction(previewBarrier);
  const adding = useAction(addBarrier);
  const handlePreview = async () => {
    setMissing(values.value.trim() === "");
    if (!values.value.trim()) return;
    const outcome = await previewing.run(values.kind, values.value);
    if (outcome && !outcome.failure) setPreview(outcome.value);
  };
  const handleAdd = async () => {
    if (!preview) return;
    const id = newId();
    const outcome = await adding.run({ ...values, id, value: preview.value });
    if (!outcome || outcome.failure) return;
    setPreview(null);
    setValues({ ...NOTHING, kind: values.kind });
    offerUndo(t("admin.barriers.added"), () => removeBarrier(id));
    await refresh();
  };
  return (
    <form
      className={parts.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void handlePreview();
      }}
    >
      <div className={parts.fields}>
        <SelectField
          label={t("admin.barriers.what")}
          value={values.kind}
          options={KINDS.map((kind) => ({ value: kind, label: t(`admin.barriers.${kind}`) }))}
          onChange={(event) =>
            setValues({ ...values, kind: KINDS.find((kind) => kind === event.target.value) ?? "host" })
          }
        />
        <TextField
          label={t(`admin.barriers.value.${values.kind}`)}
          hint={t(`admin.barriers.hint.${values.kind}`)}
          error={isMissing && !values.value.trim() ? t("admin.barriers.error.unknown") : null}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={values.value}
          maxLength={253}
          onChange={(event) => setValues({ ...values, value: event.target.value })}
        />
      </div>
      <TextField
        label={t("admin.barriers.note")}
        value={values.note}
        maxLength={300}
        onChange={(event) => setValues({ ...values, note: event.target.value })}
      />
      <FailureNotice failure={previewing.failure} />
      <div>
        <Button type="submit" look="primary" isBusy={previewing.isRunning}>
          {t("admin.barriers.next")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={preview !== null}
        isDanger
        title={t("admin.barriers.ask", { value: preview?.value ?? "" })}
        confirm={t("admin.barriers.add")}
        isBusy={adding.isRunning}
        failure={adding.failure}
        onConfirm={handleAdd}
        onClose={() => setPreview(null)}
      >
        <p>{t(`admin.barriers.about.${values.kind}`)}</p>
        {values.kind === "host" && <p>{t("admin.barriers.hides", { count: preview?.hidden ?? 0 })}</p>}
        {values.kind === "mail" && <p>{t("admin.barriers.members", { count: preview?.members ?? 0 })}</p>}
      </ConfirmDialog>
    </form>
  );
}
