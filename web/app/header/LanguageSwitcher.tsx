import { Link, useLocation } from "react-router";
import { LANGUAGE_COOKIE, setCookie } from "../../auth/cookies";
import { Menu } from "../../components/Menu";
import { SHORT_NAME } from "../../components/Tag";
import { usePage, useSite } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { Lang } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { STAY } from "../../router/stay";
import styles from "./LanguageSwitcher.module.css";
import { SchemeToggle } from "./SchemeToggle";

/** The languages; on a phone also light or dark, for which the header has no room there. */
export function LanguageSwitcher() {
  const { t } = useTranslation();
  const { lang } = usePage();
  return (
    <Menu label={t("nav.language")} summary={<span>{SHORT_NAME[lang]}</span>}>
      <LanguageLinks />
      <hr className={styles.onPhone} />
      <div className={styles.onPhone}>
        <SchemeToggle hasLabel />
      </div>
    </Menu>
  );
}

/**
 * The shown screen under the other prefixes. The page stays where it is scrolled to and keeps what is typed: it is the
 * same route, so React keeps its elements. Without a counterpart, the page stays and a message says so.
 */
export function LanguageLinks() {
  const { t } = useTranslation();
  const { lang, alternates, status } = usePage();
  const { languages } = useSite();
  const { hash } = useLocation();

  const handleChoose = (event: React.MouseEvent, chosen: Lang, path: string) => {
    setCookie(LANGUAGE_COOKIE, chosen);
    // An error page has no payload in the other language. The server renders the same address, or its error, in it.
    if (status < 400 || !navigator.onLine) return;
    event.preventDefault();
    location.assign(path + hash);
  };
  return languages.map((other) => {
    const path = alternates.find((alternate) => alternate.lang === other)?.path;
    const isCurrent = other === lang || undefined;
    if (!path) {
      return (
        <button
          key={other}
          type="button"
          lang={HTML_LANG[other]}
          aria-current={isCurrent}
          onClick={() => showToast(t("nav.noCounterpart"))}
        >
          {OWN_NAME[other]}
        </button>
      );
    }
    return (
      <Link
        key={other}
        lang={HTML_LANG[other]}
        aria-current={isCurrent}
        hrefLang={HTML_LANG[other]}
        // The alternate carries the query already.
        to={path + hash}
        preventScrollReset
        state={STAY}
        onClick={(event) => handleChoose(event, other, path)}
      >
        {OWN_NAME[other]}
      </Link>
    );
  });
}
