import { ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { LanguageNote } from "../../../components/LanguageNote";
import { PageHead } from "../../../components/parts/Heads";
import { RichText } from "../../../components/richText/RichText";
import { pathTo } from "../../../generated/paths";
import type { AboutPayload } from "../../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import styles from "../Site.module.css";
import { WherePanel } from "./WherePanel";

/** The administrator's text about the site, and beside it where and when it is open. */
export function About({ data }: PageProps<AboutPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name, tagline } = useSite();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const { text } = data;
  return (
    <>
      <PageHead
        title={t("about.of", { name })}
        lead={tagline}
        action={isAdmin && <ButtonLink to={pathTo.adminSite({ lang })}>{t("home.edit")}</ButtonLink>}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {text ? (
            <>
              <LanguageNote shown={text.lang} />
              <RichText document={text.body} isLong lang={text.lang === lang ? undefined : HTML_LANG[text.lang]} />
            </>
          ) : (
            <EmptyState title={t("about.empty")} />
          )}
        </div>
        <WherePanel data={data} />
      </div>
    </>
  );
}
