import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { Skeleton } from "../../../../components/feedback/Skeleton";
import type { ArticleVersion, ArticleWords, BlogHistoryPayload } from "../../../../generated/payloads";
import { addressWith } from "../../../../lib/address";
import { usePage } from "../../../../lib/context";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { HTML_LANG } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useUndo } from "../../../../lib/requests/useUndo";
import { writeAnswering } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { linesOf, type Words } from "../conflicts/differences";
import styles from "./History.module.css";
import { wordChanges } from "./wordChanges";

interface Props {
  data: BlogHistoryPayload;
}

/** The chosen version against the current text, and the button that restores it. */
export function Comparison({ data }: Props) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const refresh = useRefresh();
  const { restore, restoring } = useRestore(data);
  const { chosen, words, current } = data;
  if (!chosen || !words) return null;
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <h2 id="comparison">
        <DateTime value={chosen.savedAt} say={(time) => [time, chosen.author].filter(Boolean).join(" · ")} />
      </h2>
      {!current && <Notice tone="note">{t("blog.history.removed")}</Notice>}
      {isHydrated ? <Changes words={words} current={current} lang={data.language} /> : <Skeleton lines={6} />}
      {restoring.failure?.code === "PT409" ? (
        <Notice tone="note" isAlert action={<Button onClick={refresh}>{t("blog.history.reload")}</Button>}>
          {t("blog.history.conflict")}
        </Notice>
      ) : (
        <FailureNotice failure={restoring.failure} onRetry={() => restore(chosen)} />
      )}
      {!chosen.isCurrent && (
        <div>
          <Button look="primary" isBusy={restoring.isRunning} onClick={() => restore(chosen)}>
            {t("blog.history.restore")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ChangesProps {
  words: ArticleWords;
  current: ArticleWords | null;
  lang: Lang;
}

/** Both texts as one. The browser finds the words: its dictionary may differ from that of the server. */
function Changes({ words, current, lang }: ChangesProps) {
  const { t } = useTranslation();
  const blocks = wordChanges(
    linesWithPicture(words),
    current ? linesWithPicture(current) : linesWithPicture(words),
    lang,
  );
  const isSame = blocks.every((block) => block.every(({ side }) => side === "both"));
  return (
    <>
      {isSame && current && <p>{t("blog.history.same")}</p>}
      {!isSame && (
        <p className={styles.legend}>
          <del>{t("blog.history.theirs")}</del> <ins>{t("blog.history.yours")}</ins>
        </p>
      )}
      <div className={styles.text} lang={HTML_LANG[lang]}>
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once, and the same line may stand in it twice.
          <p key={place}>
            {block.map(({ side, text }, part) => {
              if (side === "both") return text;
              const Mark = side === "theirs" ? "del" : "ins";
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <Mark key={part}>
                  <span className="visually-hidden">{t(`blog.history.${side}`)}: </span>
                  {text}
                </Mark>
              );
            })}
          </p>
        ))}
      </div>
    </>
  );
}

function linesWithPicture(text: ArticleWords): string[] {
  const words: Words = { title: text.title, summary: text.summary, body: text.body };
  return [...linesOf(words), text.coverAlt].filter(Boolean);
}

/** Saves the chosen version again. The undo restores the version that was current before. */
function useRestore(data: BlogHistoryPayload) {
  const { t } = useTranslation();
  const { path } = usePage();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  // The same restore sent twice, after a lost answer, is one save.
  const [saveId] = useState(newId);
  const send = (version: number, base: number, save: string) =>
    writeAnswering<{ version: number }>((supabase) =>
      supabase.rpc("restore_article_version", { version, base_version: base, save_id: save }),
    );
  const restoring = useAction(send);
  const restore = async (chosen: ArticleVersion) => {
    const outcome = await restoring.run(chosen.id, data.version, saveId);
    if (!outcome || outcome.failure) return;
    const before = data.currentVersion;
    const saved = outcome.value.version;
    await navigate(addressWith(path, { language: data.language }), { replace: true });
    await refresh();
    // A removed translation has come back as a draft, which the editor can remove again.
    if (before !== null) offerUndo(t("blog.history.done"), () => send(before, saved, newId()));
  };
  return { restore, restoring };
}
