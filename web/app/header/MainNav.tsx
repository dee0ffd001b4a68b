import { NavLink } from "react-router";
import { useAreas } from "../areas";
import styles from "./MainNav.module.css";

/** The areas in a row. */
export function MainNav() {
  return useAreas().map(({ path, name }) => (
    <NavLink key={path} className={styles.link} to={path}>
      {name}
    </NavLink>
  ));
}
