import { SelectField } from "../../../../components/fields/Field";
import type { BlogWritePayload } from "../../../../generated/payloads";
import { HTML_LANG } from "../../../../lib/i18n";
import { useTranslation } from "../../../../lib/texts";
import type { Writing } from "../useArticleEditor";

interface Props {
  writing: Writing;
  data: BlogWritePayload;
}

/** The series of the article, for those who edit all articles. A new article becomes the last part. */
export function SeriesField({ writing, data }: Props) {
  const { t } = useTranslation();
  if (data.series.length === 0) return null;
  const { seriesId = data.article?.seriesId } = writing.form;
  return (
    <SelectField
      label={t("blog.write.series")}
      hint={t("blog.write.seriesHint")}
      required={false}
      options={[
        { value: "", label: t("blog.write.noSeries") },
        ...data.series.map((one) => ({ value: one.id, label: one.title, lang: HTML_LANG[one.lang] })),
      ]}
      value={seriesId ?? ""}
      onChange={(event) => writing.change({ seriesId: event.target.value || null })}
    />
  );
}
