import styles from "./Avatar.module.css";

interface AvatarProps {
  name: string;
  pictureUrl: string | null;
  size?: "small" | "medium" | "large";
}

/** A member's picture, or the first letter of her name. Her name stands beside it, so it is decoration. */
export function Avatar({ name, pictureUrl, size = "medium" }: AvatarProps) {
  if (pictureUrl) {
    return <img className={styles.avatar} data-size={size} src={pictureUrl} alt="" loading="lazy" decoding="async" />;
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

/** One of four grounds, the same for the same name everywhere. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % 4;
}
