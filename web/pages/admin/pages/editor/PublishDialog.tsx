import { useState } from "react";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { CheckField } from "../../../../components/fields/Field";
import type { PageDraft } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { separatorIn } from "../../../../lib/format/format";
import { OWN_NAME } from "../../../../lib/i18n";
import { LANGS } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { isIncluded } from "./pageForm";
import type { PageWriting } from "./usePageEditor";
import type { Publishing } from "./usePublishing";

interface Props {
  publishing: Publishing;
  writing: PageWriting;
  page: PageDraft | null;
}

/** Asks before publishing: in which languages, and whether members are asked for their consent again. */
export function PublishDialog({ publishing, writing, page }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  // A changed text asks, unless the administrator says that its meaning is the same.
  const [asksAgain, setAsksAgain] = useState(true);
  const { form } = writing;
  const languages = LANGS.filter((each) => form.texts[each] && isIncluded(form, each)).map((each) => OWN_NAME[each]);
  return (
    <ConfirmDialog
      isOpen={publishing.isAsking}
      title={t("admin.page.publishTitle")}
      confirm={t("admin.page.publish")}
      isBusy={publishing.action.isRunning || writing.saving.isRunning}
      failure={publishing.action.failure}
      onConfirm={() => publishing.handlePublish(asksAgain)}
      onClose={publishing.handleClose}
    >
      <p>{t("admin.page.publishText", { languages: languages.join(separatorIn(lang)) })}</p>
      {form.needsConsent && !page?.hasAsked && <p>{t("admin.page.asksFirst")}</p>}
      {form.needsConsent && page?.hasAsked && (
        <CheckField
          label={t("admin.page.asksAgain")}
          hint={t("admin.page.asksAgainHint")}
          checked={asksAgain}
          onChange={(event) => setAsksAgain(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
