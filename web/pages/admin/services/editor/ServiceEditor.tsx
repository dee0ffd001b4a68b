import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../../components/Button";
import { RestoredNote } from "../../../../components/drafts/RestoredNote";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { EditorBar } from "../../../../components/fields/EditorBar";
import { pathTo } from "../../../../generated/paths";
import type { HostOption, IntakeChoices, RoomLine } from "../../../../generated/payloads";
import { saveService } from "../../../../lib/api/booking/services";
import { useLang } from "../../../../lib/context";
import { focusFirstMistake } from "../../../../lib/forms/mistakes";
import { useFormDraft } from "../../../../lib/forms/useFormDraft";
import { LANGS } from "../../../../lib/page";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { FormSections } from "../../parts/FormSections";
import { ServiceHours } from "./hours/ServiceHours";
import { ServicePrice } from "./intake/ServicePrice";
import { ServiceQuestions } from "./intake/ServiceQuestions";
import { ServiceRules } from "./rules/ServiceRules";
import styles from "./ServiceEditor.module.css";
import { ServicePlaces } from "./ServicePlaces";
import { ServiceTexts } from "./ServiceTexts";
import { checkDraft, type ServiceDraft, toSave, wrongSections } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface Props {
  /** The id of the service, or "new". */
  place: string;
  initial: ServiceDraft;
  hosts: readonly HostOption[];
  rooms: readonly RoomLine[];
  intake: IntakeChoices;
  coming: number;
  today: string;
}

/** A service on one page, in sections. Typed text survives a reload. */
export function ServiceEditor({ place, initial, hosts, rooms, intake, coming, today }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [shown, setShown] = useState(lang);
  const [isChecked, setChecked] = useState(false);
  const draft = useFormDraft(`service:${place}`, values, setValues, String(initial.baseSequence));
  const { save, isRunning, failure } = useSaving(values, draft.settle);
  // Nothing is called wrong before it has been sent once; from then on every change is judged at once.
  const errors = isChecked ? checkDraft(values) : {};
  const wrong = wrongSections(errors);
  const part: EditorPart = {
    draft: values,
    errors,
    change: (changes) => setValues((now) => ({ ...now, ...(typeof changes === "function" ? changes(now) : changes) })),
  };

  const handleSubmit = (event?: React.FormEvent) => {
    event?.preventDefault();
    setChecked(true);
    const found = checkDraft(values);
    if (Object.keys(found).length === 0) return save();
    const isWrong = (one: typeof lang) => found[`name.${one}`] !== undefined;
    setShown((now) => (isWrong(now) ? now : (LANGS.find(isWrong) ?? now)));
    focusFirstMistake(form.current);
  };

  return (
    <form ref={form} className={styles.editor} onSubmit={handleSubmit} noValidate>
      {coming > 0 && <Notice tone="note">{t("admin.service.coming", { count: coming })}</Notice>}
      <RestoredNote draft={draft} />
      <FormSections
        steps={[
          { id: "service-texts", title: t("admin.service.texts"), isWrong: wrong.has("texts") },
          { id: "service-places", title: t("admin.service.terms"), isWrong: wrong.has("places") },
          {
            id: "service-hours",
            title: t(values.series ? "book.dates.all" : "admin.service.hours"),
            isWrong: wrong.has("hours"),
          },
          { id: "service-questions", title: t("admin.service.questions"), isWrong: wrong.has("questions") },
          { id: "service-price", title: t("admin.service.price"), isWrong: wrong.has("price") },
          { id: "service-rules", title: t("admin.service.rules"), isWrong: wrong.has("rules") },
        ]}
      >
        <ServiceTexts {...part} shown={shown} onShow={setShown} />
        <ServicePlaces {...part} hosts={hosts} rooms={rooms} />
        <ServiceHours {...part} today={today} />
        <ServiceQuestions {...part} choices={intake} shown={shown} onShow={setShown} />
        <ServicePrice {...part} shown={shown} onShow={setShown} />
        <ServiceRules {...part} />
        {wrong.size > 0 && <Notice tone="bad">{t("admin.service.error.some")}</Notice>}
        <FailureNotice failure={failure} onRetry={handleSubmit} />
        <EditorBar draft={draft.state}>
          <ButtonLink look="quiet" to={pathTo.adminServices({ lang })}>
            {t("common.goBack")}
          </ButtonLink>
          <Button type="submit" look="primary" isBusy={isRunning}>
            {t("admin.service.save")}
          </Button>
        </EditorBar>
      </FormSections>
    </form>
  );
}

function useSaving(values: ServiceDraft, settle: (sent: ServiceDraft) => void) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning, failure } = useAction(saveService);
  const save = async () => {
    const outcome = await run(toSave(values));
    if (!outcome?.value) return;
    settle(values);
    showToast(t("admin.service.saved"), { tone: "success" });
    await navigate(pathTo.adminServices({ lang }), { state: { isSaved: true } });
  };
  return { save, isRunning, failure };
}
