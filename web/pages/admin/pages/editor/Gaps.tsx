import { useState } from "react";
import { Button } from "../../../../components/Button";
import { CheckField, TextField } from "../../../../components/fields/Field";
import { LANGS, type Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import styles from "./Editor.module.css";
import { CHECK, fillGaps, findGaps, type Gap } from "./gaps";
import type { PageWriting } from "./usePageEditor";

interface Props {
  writing: PageWriting;
  /** The language whose words describe the gaps. */
  lang: Lang;
}

/** Gaps of a template. One answer fills the gap in every language. */
export function Gaps({ writing, lang }: Props) {
  const { t } = useTranslation();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const { texts } = writing.form;
  const gaps = new Map<string, Gap>();
  for (const one of [lang, ...LANGS]) {
    for (const gap of texts[one] ? findGaps(texts[one].body) : []) {
      if (!gaps.has(gap.key)) gaps.set(gap.key, gap);
    }
  }
  if (gaps.size === 0) return null;
  const given = new Map(Object.entries(answers).flatMap(([key, words]) => (words.trim() ? [[key, words.trim()]] : [])));
  const handleFill = () => {
    const filled = LANGS.flatMap((one) => {
      const text = texts[one];
      return text ? [[one, { ...text, body: fillGaps(text.body, given) }] as const] : [];
    });
    writing.replaceTexts(Object.fromEntries(filled));
    setAnswers({});
  };
  const answer = (key: string, words: string) => setAnswers((old) => ({ ...old, [key]: words }));
  return (
    <section className={styles.gaps} aria-labelledby="gaps">
      <h2 id="gaps">{t("admin.page.gaps.title")}</h2>
      <p>{t("admin.page.gaps.lead")}</p>
      <div className={styles.fields}>
        {[...gaps.values()].map(({ key, words }) =>
          key === CHECK ? null : (
            <TextField
              key={key}
              label={words.charAt(0).toLocaleUpperCase() + words.slice(1)}
              required
              value={answers[key] ?? ""}
              onChange={(event) => answer(key, event.target.value)}
            />
          ),
        )}
      </div>
      {gaps.has(CHECK) && (
        <CheckField
          label={t("admin.page.gaps.check")}
          hint={t("admin.page.gaps.checkHint")}
          checked={Boolean(answers[CHECK])}
          onChange={(event) => answer(CHECK, event.target.checked ? "yes" : "")}
        />
      )}
      <div>
        <Button onClick={handleFill} disabled={given.size === 0}>
          {t("admin.page.gaps.fill")}
        </Button>
      </div>
    </section>
  );
}
