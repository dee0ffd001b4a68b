import { AudienceField } from "../../../components/fields/AudienceField";
import { CheckField, TextField } from "../../../components/fields/Field";
import type { BlogWritePayload } from "../../../generated/payloads";
import { browserZone, useHydrated } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import styles from "./Edit.module.css";
import { EmailField } from "./edition/EmailField";
import type { When } from "./form";
import type { Writing } from "./useArticleEditor";

interface Props {
  writing: Writing;
  data: BlogWritePayload;
}

/** When which readers see the article, whether they may comment on it, and whether subscribers get it by email. */
export function Publication({ writing, data }: Props) {
  const { t } = useTranslation();
  const { form, change, errors } = writing;
  const state = data.article?.state ?? "draft";
  const isOut = state === "published" || state === "expired";
  const choices: { when: When; label: string }[] = [
    { when: "draft", label: t("blog.write.when.draft") },
    isOut
      ? { when: "published", label: t("blog.write.when.published") }
      : { when: "now", label: t("blog.write.when.now") },
    { when: "later", label: t("blog.write.when.later") },
  ];
  const zone = useBrowserZone();
  return (
    <fieldset className="stack">
      <legend className={styles.legend}>{t("blog.write.publication")}</legend>
      {writing.isWriter && <p className="soft">{t("blog.write.review.publication")}</p>}
      <div hidden={writing.isWriter}>
        {choices.map(({ when, label }) => (
          <label key={when} className={styles.choice}>
            <input type="radio" name="when" checked={form.when === when} onChange={() => change({ when })} />
            {label}
          </label>
        ))}
      </div>
      {form.when === "later" && !writing.isWriter && (
        <TextField
          type="datetime-local"
          required
          label={t("blog.write.publishAt")}
          hint={t("blog.write.zone", { zone })}
          error={errors.publishAt && t(errors.publishAt)}
          value={zone && form.publishAt}
          onChange={(event) => change({ publishAt: event.target.value })}
        />
      )}
      {form.when !== "draft" && !writing.isWriter && (
        <TextField
          type="datetime-local"
          label={t("blog.write.expireAt")}
          hint={t("blog.write.zone", { zone })}
          error={errors.expireAt && t(errors.expireAt)}
          value={zone && form.expireAt}
          onChange={(event) => change({ expireAt: event.target.value })}
        />
      )}
      <AudienceField
        audiences={data.audiences}
        value={form.groupId ?? null}
        onChange={(groupId) => change({ groupId })}
      />
      {data.comments && (
        <CheckField
          label={t("blog.write.comments")}
          hint={t("blog.write.commentsHint")}
          checked={form.hasComments ?? true}
          onChange={(event) => change({ hasComments: event.target.checked })}
        />
      )}
      {data.mayEmail && <EmailField writing={writing} data={data} />}
    </fieldset>
  );
}

/** Empty until the page is hydrated: the server does not know the zone, so it renders no times either. */
function useBrowserZone(): string {
  return useHydrated() ? browserZone() : "";
}
