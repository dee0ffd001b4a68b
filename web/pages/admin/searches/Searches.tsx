import { Link } from "react-router";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { pathTo } from "../../../generated/paths";
import type { AdminSearchesPayload, EmptySearchTerm } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatDay } from "../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS, type PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";

/** Words that were searched for without results, by language: subjects for articles and resources. */
export function Searches({ data }: PageProps<AdminSearchesPayload>) {
  const { t } = useTranslation();
  const languages = LANGS.filter((one) => data.terms.some(({ language }) => language === one));
  return (
    <AdminPage title={t("admin.searches.title")} lead={t("admin.searches.intro")}>
      {languages.length === 0 && <EmptyState drawing="shelf" title={t("admin.searches.empty")} />}
      {languages.map((language) => (
        <section key={language} aria-labelledby={`searches-${language}`}>
          <h2 id={`searches-${language}`} lang={HTML_LANG[language]}>
            {OWN_NAME[language]}
          </h2>
          <ol className="rows">
            {data.terms
              .filter((term) => term.language === language)
              .map((term) => (
                <Term key={term.term} term={term} />
              ))}
          </ol>
        </section>
      ))}
    </AdminPage>
  );
}

interface TermProps {
  term: EmptySearchTerm;
}

/** The word leads to its search, which may have results by now. */
function Term({ term }: TermProps) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li>
      <Link className="touch" to={pathTo.search({ lang }, { q: term.term })}>
        <bdi>{term.term}</bdi>
      </Link>
      <p className="facts soft small">
        <span>{t("admin.searches.times", { count: term.searches })}</span>
        <span>{t("admin.searches.last", { day: formatDay(lang, term.lastDay) })}</span>
      </p>
    </li>
  );
}
