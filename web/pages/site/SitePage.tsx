import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/feedback/Notice";
import { LanguageNote } from "../../components/LanguageNote";
import { RichText } from "../../components/richText/RichText";
import { pathTo } from "../../generated/paths";
import type { SitePagePayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./SitePage.module.css";

/** A page of one's own: about, privacy, terms, house rules, or any other. */
export function SitePage({ data }: PageProps<SitePagePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  const current = <Link to={pathTo.page({ lang, slug: data.slug })}>{t("page.toCurrent")}</Link>;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 lang={textLang}>{data.title}</h1>
        <p className="soft small">
          {t("page.version", { number: data.number })} · <DateTime value={data.publishedAt} format="date" />
        </p>
      </header>
      {!data.isCurrent && (
        <Notice tone="note" action={current}>
          {t("page.earlier")}
        </Notice>
      )}
      <LanguageNote shown={data.lang} />
      <RichText document={data.body} lang={textLang} isLong />
      {isAdmin && (
        <div>
          <ButtonLink to={pathTo.adminPage({ lang, pageId: data.id })}>{t("page.edit")}</ButtonLink>
        </div>
      )}
    </div>
  );
}
