import scene from "../../theme/scene.svg?url";
import styles from "./Scene.module.css";

interface SceneProps {
  className?: string;
  /** The part of the drawing (1440 × 620) that must be seen; the sky goes on above it. */
  viewBox?: string;
}

/**
 * A house among palms, a drawing in the colours of the tokens, by day and by night. `use` of another file takes over the variables of
 * the page, so that the drawing is loaded once, in no script and in no document.
 */
export function Scene({ className = "", viewBox = "0 0 1440 620" }: SceneProps) {
  return (
    <svg
      className={`${styles.scene} ${className}`}
      viewBox={viewBox}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <use href={`${scene}#scene`} />
    </svg>
  );
}
