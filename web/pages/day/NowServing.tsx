import { Fragment } from "react";
import { Button } from "../../components/Button";
import { PageHead } from "../../components/parts/Heads";
import type { NowServingPayload, ServedNumber } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { announce } from "../../realtime/announce";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./day.module.css";
import { useFullscreen } from "./useFullscreen";

const SHOWN = 6;

/**
 * The screen of a waiting room: called numbers, large, and those that wait. No name is on it. On a wall it fills the whole
 * display, on a visitor's phone it is a page like others.
 */
export function NowServing({ data }: PageProps<NowServingPayload>) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { ref, canOpen, open } = useFullscreen();
  const first = data.called[0];
  useRowChanges("queue:now", [{ table: "queue_numbers" }], {
    onChange: ({ row }) => {
      if (row.state === "called") announce(t("day.serving.live", { number: String(row.number) }));
      refresh();
    },
    onMissed: refresh,
  });
  return (
    <div ref={ref} className={styles.serving}>
      <PageHead
        title={t("day.serving.title")}
        lead={data.titles.map(({ lang, title }, place) => (
          <Fragment key={lang}>
            {place > 0 && " · "}
            <span lang={HTML_LANG[lang]}>{title}</span>
          </Fragment>
        ))}
        action={canOpen && <Button onClick={open}>{t("day.serving.fullscreen")}</Button>}
      />
      {first ? (
        <ol className={styles.called} aria-label={t("day.serving.called")}>
          {data.called.slice(0, SHOWN).map((number) => (
            <Called key={number.number} number={number} />
          ))}
        </ol>
      ) : (
        <p className="lead">{t("day.serving.none")}</p>
      )}
      <section aria-labelledby="waiting">
        <h2 id="waiting">{t("day.serving.waiting", { count: data.waiting.length })}</h2>
        <p className={styles.waiting}>
          {data.waiting.map((number) => (
            <span key={number.number}>{number.number}</span>
          ))}
        </p>
      </section>
    </div>
  );
}

function Called({ number }: { number: ServedNumber }) {
  const lang = useLang();
  return (
    <li>
      <strong className={styles.big}>{number.number}</strong>
      <span className="stack">
        {number.place && <span className="heading">{number.place}</span>}
        <span lang={number.lang === lang ? undefined : HTML_LANG[number.lang]}>{number.serviceName}</span>
      </span>
    </li>
  );
}
