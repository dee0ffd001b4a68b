import { useNavigation } from "react-router";
import styles from "./ProgressBar.module.css";

/** A thin line at the top while the next page loads. Fast responses never show it: see the delay in its CSS. */
export function ProgressBar() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className={styles.bar} data-testid="progress" aria-hidden="true" />;
}
