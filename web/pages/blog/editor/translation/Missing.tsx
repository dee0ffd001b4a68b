import { useCallback } from "react";
import { Button } from "../../../../components/Button";
import type { BlogDraft } from "../../../../generated/payloads";
import { OWN_NAME } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useFetched } from "../../../../lib/requests/useFetched";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Edit.module.css";
import type { WriteText } from "../form";
import type { Writing } from "../useArticleEditor";
import { beginWith, fetchSuggestions } from "./memory";

interface Props {
  writing: Writing;
  lang: Lang;
  /** As it is saved. */
  article: BlogDraft | null;
  onAdd: (begun: Pick<WriteText, "body" | "suggested"> | null) => void;
}

/** A language without a text. Its translation begins with blocks that were translated before. */
export function Missing({ article, ...rest }: Props) {
  return article ? <Remembered article={article} {...rest} /> : <Add {...rest} isLoading={false} />;
}

function Remembered({ writing, lang, article, onAdd }: Props & { article: BlogDraft }) {
  const { value, isLoading } = useFetched(useCallback(() => fetchSuggestions(article.id, lang), [article.id, lang]));
  const source = article.texts.find((text) => text.lang === article.sourceLanguage);
  const handleAdd = () => {
    // The places are those of the saved original.
    const isSaved = source && writing.form.texts[source.lang]?.body === source.body;
    onAdd(isSaved ? beginWith(source.body, value ?? []) : null);
  };
  return <Add lang={lang} isLoading={isLoading} onAdd={handleAdd} />;
}

interface AddProps {
  lang: Lang;
  isLoading: boolean;
  onAdd: (begun: null) => void;
}

function Add({ lang, isLoading, onAdd }: AddProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.missing}>
      <Button isBusy={isLoading} onClick={() => onAdd(null)}>
        {t("blog.write.addTranslation", { language: OWN_NAME[lang] })}
      </Button>
    </div>
  );
}
