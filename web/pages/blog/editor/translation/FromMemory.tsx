import { HTML_LANG } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import type { RichTextNode } from "../../../../lib/richText/schema";
import { useTranslation } from "../../../../lib/texts";
import panel from "../Panel.module.css";
import { untouched } from "./memory";
import styles from "./SourceChanges.module.css";

interface Props {
  suggested: readonly RichTextNode[];
  body: RichTextNode;
  lang: Lang;
}

/** The blocks that came from earlier translations and have not been edited since. */
export function FromMemory({ suggested, body, lang }: Props) {
  const { t } = useTranslation();
  const left = untouched(suggested, body);
  if (left.length === 0) return null;
  return (
    <section className={panel.panel} aria-label={t("blog.write.memory.title")}>
      <details>
        <summary className={panel.summary}>{t("blog.write.memory.count", { count: left.length })}</summary>
        <ul className={styles.list} lang={HTML_LANG[lang]}>
          {left.map((words, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in the list twice.
            <li key={place}>{words}</li>
          ))}
        </ul>
      </details>
      <p className="small soft">{t("blog.write.memory.hint")}</p>
    </section>
  );
}
