import { NavLink } from "react-router";
import { ArticleIcon, CalendarIcon, ForumIcon, HomeIcon, ResourcesIcon } from "../components/icons";
import { pathTo } from "../generated/paths";
import { useLang } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./BottomNav.module.css";

/**
 * The five areas at the foot of a phone, within reach of one thumb. A page that has its own bar there marks it with
 * `data-dock`, which hides this one.
 */
export function BottomNav() {
  const { t } = useTranslation();
  const lang = useLang();
  const areas = [
    { path: pathTo.home({ lang }), name: t("nav.home"), Icon: HomeIcon },
    { path: pathTo.blog({ lang }), name: t("nav.blog"), Icon: ArticleIcon },
    { path: pathTo.forum({ lang }), name: t("nav.forum"), Icon: ForumIcon },
    { path: pathTo.book({ lang }), name: t("nav.book"), Icon: CalendarIcon },
    { path: pathTo.resources({ lang }), name: t("nav.resources"), Icon: ResourcesIcon },
  ];
  return (
    <nav className={styles.bar} aria-label={t("nav.areas")}>
      {areas.map(({ path, name, Icon }, place) => (
        <NavLink key={path} className={styles.tab} to={path} end={place === 0}>
          <span className={styles.icon}>
            <Icon />
          </span>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
