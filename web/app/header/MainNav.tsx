import { NavLink } from "react-router";
import { pathTo } from "../../generated/paths";
import { useLang, useVisitor } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import styles from "./MainNav.module.css";

/** The areas of the site, the most used first. */
export function MainNav() {
  const { t } = useTranslation();
  const lang = useLang();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const areas = [
    [pathTo.blog({ lang }), t("nav.blog")],
    [pathTo.forum({ lang }), t("nav.forum")],
    [pathTo.book({ lang }), t("nav.book")],
    [pathTo.resources({ lang }), t("nav.resources")],
    [pathTo.about({ lang }), t("nav.about")],
  ];
  if (isAdmin) areas.push([pathTo.admin({ lang }), t("nav.admin")]);
  return areas.map(([path = "", name]) => (
    <NavLink key={path} className={styles.link} to={path}>
      {name}
    </NavLink>
  ));
}
