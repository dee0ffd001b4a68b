import { RichText } from "../../../../components/richText/RichText";
import type { BlogDraftText } from "../../../../generated/payloads";
import { HTML_LANG } from "../../../../lib/i18n";
import styles from "./Review.module.css";

/** A text that its writer reads and does not change: in review, or published. */
export function LockedText({ text }: { text: BlogDraftText }) {
  return (
    <div className={styles.locked} lang={HTML_LANG[text.lang]}>
      <p className={styles.lockedTitle}>{text.title}</p>
      {text.summary && <p className="soft">{text.summary}</p>}
      <RichText document={text.body} isLong />
    </div>
  );
}
