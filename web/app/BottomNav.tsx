import { NavLink } from "react-router";
import { HomeIcon } from "../components/icons";
import { pathTo } from "../generated/paths";
import { useLang } from "../lib/context";
import { useTranslation } from "../lib/texts";
import { useAreas } from "./areas";
import styles from "./BottomNav.module.css";

/**
 * The five areas at the foot of a phone, within reach of one thumb. A page that has its own bar there marks it with
 * `data-dock`, which hides this one.
 */
export function BottomNav() {
  const { t } = useTranslation();
  const home = { path: pathTo.home({ lang: useLang() }), name: t("nav.home"), Icon: HomeIcon };
  const areas = useAreas();
  return (
    <nav className={styles.bar} aria-label={t("nav.areas")}>
      {[home, ...areas].map(({ path, name, Icon }) => (
        <NavLink key={path} className={styles.tab} to={path} end={path === home.path}>
          <span className={styles.icon}>
            <Icon />
          </span>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
