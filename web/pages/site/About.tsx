import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { LanguageNote } from "../../components/LanguageNote";
import { RichText } from "../../components/RichText";
import { pathTo } from "../../generated/paths";
import type { AboutPayload } from "../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./About.module.css";

export function About({ data }: PageProps<AboutPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name } = useSite();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const { text } = data;
  return (
    <div className={styles.page}>
      <h1>{t("about.of", { name })}</h1>
      {text ? (
        <>
          <LanguageNote shown={text.lang} />
          <RichText document={text.body} lang={text.lang === lang ? undefined : HTML_LANG[text.lang]} />
        </>
      ) : (
        <EmptyState title={t("about.empty")} />
      )}
      {data.openingHours && (
        <section className={styles.hours}>
          <h2>{t("home.hours")}</h2>
          <p>{data.openingHours}</p>
        </section>
      )}
      {isAdmin && (
        <div>
          <ButtonLink look="quiet" to={pathTo.adminSite({ lang })}>
            {t("home.edit")}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
