import { Button } from "../../../../components/Button";
import { Notice } from "../../../../components/feedback/Notice";
import { Skeleton } from "../../../../components/feedback/Skeleton";
import type { BlogDraft, BlogDraftText } from "../../../../generated/payloads";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { HTML_LANG } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import type { Part } from "../conflicts/differences";
import panel from "../Panel.module.css";
import { KnownPassages } from "./KnownPassages";
import styles from "./SourceChanges.module.css";
import { type SourceChange, sourceChanges } from "./sourceChanges";
import { useConfirming } from "./useConfirming";

interface Props {
  article: BlogDraft;
  text: BlogDraftText;
  /** With changes of the form, its own save says whether the translation is up to date. */
  isChanged: boolean;
}

/** The changes of the original since this translation was compared with it, and the act that says it is still correct. */
export function SourceChanges({ article, text, isChanged }: Props) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { confirm, confirming } = useConfirming(article, text.lang);
  const source = article.texts.find(({ lang }) => lang === article.sourceLanguage);
  if (!source) return null;
  return (
    <section className={panel.panel} aria-label={t("blog.write.changes.title")}>
      {!text.compared && <p>{t("blog.write.changes.unknown")}</p>}
      {text.compared &&
        // The browser finds the words: its dictionary may differ from that of the server.
        (isHydrated ? (
          <Changes changes={sourceChanges(text.compared, source, source.lang)} lang={source.lang} />
        ) : (
          <Skeleton lines={4} />
        ))}
      {text.compared && <KnownPassages article={article} source={source} compared={text.compared} lang={text.lang} />}
      {confirming.failure && (
        <Notice tone="bad" isAlert>
          {t(confirming.failure.key)}
        </Notice>
      )}
      {!isChanged && (
        <div>
          <Button isBusy={confirming.isRunning} onClick={confirm}>
            {t("blog.write.changes.confirm")}
          </Button>
          <p className="small soft">{t("blog.write.changes.confirmText")}</p>
        </div>
      )}
    </section>
  );
}

function Changes({ changes, lang }: { changes: readonly SourceChange[]; lang: Lang }) {
  const { t } = useTranslation();
  if (changes.length === 0) return <p>{t("blog.write.changes.same")}</p>;
  return (
    <details open>
      <summary className={panel.summary}>{t("blog.write.changes.count", { count: changes.length })}</summary>
      <ol className={styles.list}>
        {changes.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once, and the same passage may stand in it twice.
          <li key={place}>
            <dl>
              <Passage label={t("blog.write.changes.before")} parts={change.before} lang={lang} />
              <Passage label={t("blog.write.changes.now")} parts={change.now} lang={lang} />
            </dl>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface PassageProps {
  label: string;
  parts: readonly Part[];
  lang: Lang;
}

function Passage({ label, parts, lang }: PassageProps) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{label}</dt>
      {parts.length === 0 ? (
        <dd className="soft">{t("blog.write.changes.nothing")}</dd>
      ) : (
        <dd lang={HTML_LANG[lang]}>
          {parts.map(({ side, text }, place) => {
            if (side === "both") return text;
            const Mark = side === "theirs" ? "del" : "ins";
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            return <Mark key={place}>{text}</Mark>;
          })}
        </dd>
      )}
    </>
  );
}
