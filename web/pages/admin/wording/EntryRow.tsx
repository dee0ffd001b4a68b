import { useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { HTML_LANG } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { EntryForm } from "./EntryForm";
import { type Entry, stateOf } from "./texts";
import { useResetWording } from "./useWording";
import styles from "./Wording.module.css";

interface Props {
  entry: Entry;
  lang: Lang;
}

/** One text: what visitors see, and the original beside it. */
export function EntryRow({ entry, lang }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { reset, isRunning } = useResetWording(lang);
  const { key, original, wording } = entry;
  const state = stateOf(entry);
  const text = wording?.text ?? original ?? "";
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <p
          className={styles.text}
          lang={HTML_LANG[lang]}
          data-unused={state === "gone" || state === "mismatched" || undefined}
        >
          {text}
        </p>
        {state && state !== "own" && <Tag tone="note">{t(`admin.wording.state.${state}`)}</Tag>}
      </div>
      {wording && (
        <p className="small soft">
          {original !== undefined && (
            <>
              {t("admin.wording.original")} <q lang={HTML_LANG[lang]}>{original}</q> ·{" "}
            </>
          )}
          <DateTime value={wording.changedAt} />
          {wording.changedBy && ` · ${wording.changedBy}`}
        </p>
      )}
      <p className={styles.key}>{key}</p>
      {isOpen && original !== undefined ? (
        <EntryForm entry={{ key, original, text }} lang={lang} onDone={() => setOpen(false)} />
      ) : (
        <div className="cluster">
          {original !== undefined && (
            <Button look="quiet" aria-label={t("admin.wording.changeOf", { text })} onClick={() => setOpen(true)}>
              {t("admin.wording.change")}
            </Button>
          )}
          {wording && (
            <Button
              look="quiet"
              isBusy={isRunning}
              aria-label={t("admin.wording.resetOf", { text })}
              onClick={() => reset(wording)}
            >
              {t("admin.wording.reset")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
