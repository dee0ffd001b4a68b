import { CheckField, TextField } from "../../../../components/fields/Field";
import type { PageDraft } from "../../../../generated/payloads";
import { useTranslation } from "../../../../lib/texts";
import { PageActs } from "../PageActs";
import styles from "./Editor.module.css";
import type { PageWriting } from "./usePageEditor";

interface Props {
  writing: PageWriting;
  page: PageDraft | null;
}

/** Settings shared by all languages: address, consent, and unpublishing. */
export function Settings({ writing, page }: Props) {
  const { t } = useTranslation();
  const { form, change } = writing;
  return (
    <div className={styles.side}>
      <TextField
        label={t("blog.write.slug")}
        hint={t("admin.page.slugHint")}
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
        value={form.slug}
        onChange={(event) => change({ slug: event.target.value })}
      />
      <CheckField
        label={t("admin.page.needsConsent")}
        hint={t("admin.page.needsConsentHint")}
        checked={form.needsConsent}
        onChange={(event) => change({ needsConsent: event.target.checked })}
      />
      {page && <PageActs page={page.row} isInEditor />}
    </div>
  );
}
