import { NavLink } from "react-router";
import { HTML_LANG } from "../../lib/i18n";
import { useMenu } from "../useMenu";
import styles from "./MainNav.module.css";

/** The links of the header in a row. */
export function MainNav() {
  return useMenu("header").map(({ key, path, name, lang, isOutside }) =>
    isOutside ? (
      <a key={key} className={styles.link} href={path} lang={lang && HTML_LANG[lang]}>
        {name}
      </a>
    ) : (
      <NavLink key={key} className={styles.link} to={path} lang={lang && HTML_LANG[lang]}>
        {name}
      </NavLink>
    ),
  );
}
