import { ButtonLink } from "../../../components/Button";
import { Scene } from "../../../components/parts/Scene";
import { RichText } from "../../../components/richText/RichText";
import { pathTo } from "../../../generated/paths";
import type { HomePayload, HomeText } from "../../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { sourceOf } from "../../../lib/uploads/pictures";
import { OpenNow } from "../hours/OpenNow";
import styles from "./Cover.module.css";

const FULL_WIDTH = { widths: [480, 800, 1200, 1600, 2000], sizes: "100vw" };
const MAX_LEAD = 420;

/** The top of the home page: the picture, what the site is, whether it is open, and the two main acts. */
export function Cover({ data }: { data: HomePayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name, tagline, coverUrl } = useSite();
  const visitor = useVisitor();
  const { text, opening } = data;
  return (
    <section className={`bleed bleed-top ${styles.cover}`} data-photo={coverUrl ? true : undefined}>
      {coverUrl ? <Photo address={coverUrl} /> : <Scene className={styles.scene} />}
      <div className={styles.inner}>
        <div className={styles.words}>
          {opening && <OpenNow opening={opening} look="pill" />}
          <h1>{tagline || name}</h1>
          {text && isLead(text) && (
            <div className={styles.lead} lang={text.lang === lang ? undefined : HTML_LANG[text.lang]}>
              <RichText document={text.body} />
            </div>
          )}
          <div className={styles.acts}>
            <ButtonLink look="primary" size="big" to={pathTo.book({ lang })}>
              {t("home.book")}
            </ButtonLink>
            <ButtonLink size="big" to={visitor ? pathTo.postNew({ lang }) : pathTo.forum({ lang })}>
              {t("home.ask")}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Whether a text is short enough to stand on the cover: paragraphs alone, of a few lines. */
export function isLead({ body }: HomeText): boolean {
  const parts = body.content ?? [];
  const length = parts.reduce(
    (sum, part) => sum + (part.content ?? []).reduce((n, { text }) => n + (text?.length ?? 0), 0),
    0,
  );
  return parts.every((part) => part.type === "paragraph") && length <= MAX_LEAD;
}

/** An uploaded cover, cropped around its focus. */
function Photo({ address }: { address: string }) {
  const { coverFocusX, coverFocusY } = useSite();
  return (
    <img
      className={styles.photo}
      style={{ objectPosition: `${coverFocusX}% ${coverFocusY}%` }}
      {...sourceOf(address, FULL_WIDTH)}
      alt=""
      fetchPriority="high"
    />
  );
}
