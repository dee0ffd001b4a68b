import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { headingIds, plainText } from "../../../lib/richText/plain";
import type { RichTextNode } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

/** A text with fewer parts is seen at a glance. */
const FEWEST = 3;
/** Characters of a text that is worth a table of contents; a Chinese one says twice as much. */
const SHORTEST = 1500;

interface Part {
  id: string;
  words: string;
}

/** The parts of a long text by its headings of the first level; none for a short one. */
export function findParts(document: RichTextNode): Part[] {
  const parts = [...headingIds(document)].flatMap(([node, id]) =>
    Number(node.attrs?.level ?? 2) === 2 ? [{ id, words: plainText(node).trim() }] : [],
  );
  const text = plainText(document);
  const length = text.length + (text.match(/[\u3400-\u9fff]/g)?.length ?? 0);
  return parts.length < FEWEST || length < SHORTEST ? [] : parts.filter(({ words }) => words);
}

/** The table of contents: folded above the text, beside it where there is room. */
export function Contents({ parts }: { parts: Part[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const links = (
    <ul className={styles.parts}>
      {parts.map(({ id, words }) => (
        <li key={id}>
          <a href={`#${id}`}>{words}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={styles.contents} aria-label={t("blog.article.contents")}>
      <details className={styles.folded}>
        <summary lang={HTML_LANG[lang]}>{t("blog.article.contents")}</summary>
        {links}
      </details>
      <div className={styles.beside}>
        <p lang={HTML_LANG[lang]}>{t("blog.article.contents")}</p>
        {links}
      </div>
    </nav>
  );
}
