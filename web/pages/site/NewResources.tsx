import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import type { HomeResource } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Home.module.css";

interface Props {
  resources: HomeResource[];
}

export function NewResources({ resources }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (resources.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="home-resources">
      <div className={styles.sectionHead}>
        <h2 id="home-resources">{t("home.resources")}</h2>
        <Link to={pathTo.resources({ lang })}>{t("home.allResources")}</Link>
      </div>
      <ul className={styles.list}>
        {resources.map((resource) => (
          <li key={resource.id} className={styles.item}>
            <a
              className={styles.itemLink}
              lang={resource.lang === lang ? undefined : HTML_LANG[resource.lang]}
              href={resource.url}
            >
              {resource.title}
            </a>
            <p className={styles.facts}>{t(`resources.kind.${resource.kind}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
