import { Button } from "../../../../components/Button";
import { CheckField, Field, TextField } from "../../../../components/fields/Field";
import { RichTextEditor } from "../../../../components/richTextEditor/RichTextEditor";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import styles from "./Editor.module.css";
import { EMPTY_PAGE_TEXT } from "./pageForm";
import type { PageWriting } from "./usePageEditor";

interface Props {
  writing: PageWriting;
  lang: Lang;
}

/** One language of the page. */
export function TextFields({ writing, lang }: Props) {
  const { t } = useTranslation();
  const { form, change, errors } = writing;
  const text = form.texts[lang];
  const isSource = lang === form.sourceLanguage;
  if (!text) {
    const add = () =>
      change({
        texts: { ...form.texts, [lang]: EMPTY_PAGE_TEXT },
        removed: form.removed.filter((other) => other !== lang),
      });
    return (
      <div className={styles.missing}>
        <p className="soft">{t("admin.page.noText")}</p>
        <Button onClick={add}>{t("blog.write.addTranslation", { language: OWN_NAME[lang] })}</Button>
      </div>
    );
  }
  const remove = () => {
    const { [lang]: _gone, ...texts } = form.texts;
    change({ texts, removed: form.baseVersion > 0 ? [...form.removed, lang] : form.removed });
  };
  const [titleError, bodyError] = [errors[`${lang}.title`], errors[`${lang}.body`]];
  return (
    <div className={styles.text}>
      <TextField
        label={t("blog.write.textTitle")}
        required
        error={titleError && t(titleError)}
        lang={HTML_LANG[lang]}
        maxLength={200}
        data-title
        value={text.title}
        onChange={(event) => writing.changeText(lang, { title: event.target.value })}
      />
      <Field label={t("blog.write.body")} required error={bodyError && t(bodyError)}>
        {(control) => (
          <RichTextEditor
            key={writing.revision}
            label={t("blog.write.body")}
            id={control.id}
            describedBy={control["aria-describedby"]}
            isInvalid={Boolean(bodyError)}
            lang={HTML_LANG[lang]}
            initial={text.body}
            onChange={(body) => writing.changeText(lang, { body })}
          />
        )}
      </Field>
      {!isSource && (
        <>
          <CheckField
            label={t("admin.page.isReady")}
            hint={t("admin.page.isReadyHint")}
            checked={text.isReady}
            onChange={(event) => writing.changeText(lang, { isReady: event.target.checked })}
          />
          <div>
            <Button look="quiet" onClick={remove}>
              {t("blog.write.removeTranslation")}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
