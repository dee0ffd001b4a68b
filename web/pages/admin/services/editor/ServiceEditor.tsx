import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { CheckField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { HostOption } from "../../../generated/payloads";
import { saveService } from "../../../lib/api/services";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./ServiceEditor.module.css";
import { ServiceExceptions } from "./ServiceExceptions";
import { ServiceHours } from "./ServiceHours";
import { ServiceTerms } from "./ServiceTerms";
import { ServiceTexts } from "./ServiceTexts";
import { checkDraft, type ServiceDraft, toSave } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface Props {
  initial: ServiceDraft;
  hosts: readonly HostOption[];
  coming: number;
  today: string;
}

export function ServiceEditor({ initial, hosts, coming, today }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { run, isRunning, failure } = useAction(saveService);
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  // Nothing is called wrong before it has been sent once; from then on every change is judged at once.
  const errors = isChecked ? checkDraft(draft) : {};
  const hasErrors = Object.keys(errors).length > 0;
  const part: EditorPart = { draft, errors, change: (changes) => setDraft((now) => ({ ...now, ...changes })) };

  const handleSubmit = async (event?: React.FormEvent) => {
    event?.preventDefault();
    setChecked(true);
    if (Object.keys(checkDraft(draft)).length > 0) {
      // After React has marked the wrong fields, the first of them gets the focus.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    const outcome = await run(toSave(draft));
    if (!outcome?.value) return;
    showToast(t("admin.service.saved"), { tone: "success" });
    navigate(pathTo.adminServices({ lang }));
  };

  return (
    <form ref={form} className={styles.editor} onSubmit={handleSubmit} noValidate>
      {coming > 0 && <Notice tone="note">{t("admin.service.coming", { count: coming })}</Notice>}
      <ServiceTexts {...part} />
      <ServiceTerms {...part} hosts={hosts} />
      <ServiceHours {...part} />
      <ServiceExceptions {...part} today={today} />
      <CheckField
        label={t("admin.service.active")}
        hint={t("admin.service.activeHint")}
        checked={draft.isActive}
        onChange={(event) => part.change({ isActive: event.target.checked })}
      />
      <div className={styles.foot}>
        {hasErrors && <Notice tone="bad">{t("admin.service.error.some")}</Notice>}
        <FailureNotice failure={failure} onRetry={handleSubmit} />
        <div className="cluster">
          <Button type="submit" look="primary" isBusy={isRunning}>
            {t("admin.service.save")}
          </Button>
          <ButtonLink to={pathTo.adminServices({ lang })}>{t("common.goBack")}</ButtonLink>
        </div>
      </div>
    </form>
  );
}
