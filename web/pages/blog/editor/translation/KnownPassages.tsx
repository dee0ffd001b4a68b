import { useCallback } from "react";
import { Button } from "../../../../components/Button";
import type { ArticleWords, BlogDraft, BlogDraftText } from "../../../../generated/payloads";
import { HTML_LANG } from "../../../../lib/i18n";
import { useFetched } from "../../../../lib/requests/useFetched";
import { plainText } from "../../../../lib/richText/plain";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import panel from "../Panel.module.css";
import { fetchSuggestions, knownPassages } from "./memory";
import styles from "./SourceChanges.module.css";

interface Props {
  article: BlogDraft;
  source: BlogDraftText;
  /** The original that the translation was compared with. */
  compared: ArticleWords;
  lang: BlogDraftText["lang"];
}

/** New passages of the original that were translated before. The translator puts them where they belong. */
export function KnownPassages({ article, source, compared, lang }: Props) {
  const { t } = useTranslation();
  const { value } = useFetched(useCallback(() => fetchSuggestions(article.id, lang), [article.id, lang]));
  const known = knownPassages(value ?? [], compared.body, source.body).map(({ block }) => plainText(block));
  if (known.length === 0) return null;
  const handleCopy = async (words: string) => {
    await navigator.clipboard.writeText(words);
    showToast(t("blog.write.memory.copied"), { tone: "success" });
  };
  return (
    <details>
      <summary className={panel.summary}>{t("blog.write.memory.known", { count: known.length })}</summary>
      <ul className={styles.list}>
        {known.map((words, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in the list twice.
          <li key={place}>
            <p lang={HTML_LANG[lang]}>{words}</p>
            <Button look="quiet" onClick={() => handleCopy(words)}>
              {t("blog.write.memory.copy")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
