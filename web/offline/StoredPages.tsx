import { useEffect, useState } from "react";
import { useLang, useSite } from "../lib/context";
import { HTML_LANG } from "../lib/i18n";
import { useTranslation } from "../lib/texts";
import { isPageKey, type KeptPage, PAGES } from "./names";
import styles from "./StoredPages.module.css";

const MOST = 12;

interface Entry {
  href: string;
  title: string;
  at: number;
}

/** On the error page for a missing connection: the pages that this device has, the last opened first. */
export function StoredPages() {
  const { t } = useTranslation();
  const lang = useLang();
  const { name } = useSite();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    let isStale = false;
    readEntries(lang).then(
      (found) => isStale || setEntries(found),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [lang]);
  if (entries.length === 0) return null;
  return (
    <nav className={styles.kept} aria-labelledby="kept-pages">
      <h2 id="kept-pages" className={styles.title}>
        {t("error.page.noConnection.kept")}
      </h2>
      <ul className={styles.list}>
        {entries.map(({ href, title }) => (
          <li key={href}>
            {/* A whole page: only that can be put together from what is stored. */}
            <a className={styles.link} href={href} lang={HTML_LANG[lang]}>
              {title.replace(` · ${name}`, "")}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function readEntries(lang: string): Promise<Entry[]> {
  const cache = await caches.open(PAGES);
  const keys = (await cache.keys()).filter((key) => isPageKey(new URL(key.url).pathname));
  const pages = await Promise.all(
    keys.map(async ({ url }) => {
      const page: KeptPage | undefined = await (await cache.match(url, { ignoreVary: true }))?.json();
      return page?.payload.lang === lang ? [{ href: url, title: page.payload.head.title, at: page.at }] : [];
    }),
  );
  return pages
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST);
}
