import { fixedSource } from "../lib/uploads/pictures";
import styles from "./Avatar.module.css";

interface AvatarProps {
  name: string;
  pictureUrl: string | null;
  size?: "small" | "medium" | "large";
}

const SIDES = { small: 28, medium: 40, large: 80 };

/** A member's picture, or the initial of the name. The name is beside it, so it is decoration. */
export function Avatar({ name, pictureUrl, size = "medium" }: AvatarProps) {
  if (pictureUrl) {
    const side = SIDES[size];
    return (
      <img
        className={styles.avatar}
        data-size={size}
        {...fixedSource(pictureUrl, side)}
        width={side}
        height={side}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <span className={styles.avatar} data-size={size} data-hue={hueOf(name)} aria-hidden="true">
      {firstLetter(name)}
    </span>
  );
}

/** The first whole character, also when it takes two code units. */
function firstLetter(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
}

/** One of four backgrounds, always the same for the same name. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % 4;
}
