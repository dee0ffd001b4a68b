import { fixedSource } from "../lib/uploads/pictures";
import styles from "./Avatar.module.css";

interface AvatarProps {
  name: string;
  pictureUrl: string | null;
  /** 26, 32, 40, 56 or 112 pixels. */
  size?: "tiny" | "small" | "medium" | "large" | "huge";
}

const SIDES = { tiny: 26, small: 32, medium: 40, large: 56, huge: 112 };

/** A member's picture, or the initials of the name. The name is beside it, so it is decoration. */
export function Avatar({ name, pictureUrl, size = "medium" }: AvatarProps) {
  if (pictureUrl) {
    const side = SIDES[size];
    return (
      <img
        className={styles.avatar}
        data-size={size}
        data-avatar
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
    <span className={`hued ${styles.avatar}`} style={{ "--hue": hueOf(name) }} data-size={size} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

interface AvatarPileProps {
  members: readonly Omit<AvatarProps, "size">[];
  size?: AvatarProps["size"];
  /** How many are drawn at most. */
  most?: number;
}

/** Members side by side, overlapping, with a ring of the ground. On a panel set `--pile-ground` to `var(--surface)`. */
export function AvatarPile({ members, size = "small", most = 3 }: AvatarPileProps) {
  return (
    <span className={styles.pile}>
      {members.slice(0, most).map((member, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have the same name and no picture.
        <Avatar key={place} {...member} size={size} />
      ))}
    </span>
  );
}

const HAN = /^\p{Script=Han}/u;

/** The first characters of the first and the last word in the script of the first; of a Chinese name one. */
export function initialsOf(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/);
  const last = others.filter((word) => HAN.test(word) === HAN.test(first)).at(-1);
  return [first, last].map((word) => [...(word ?? "")][0]?.toLocaleUpperCase() ?? "").join("") || "?";
}

/** One of twelve hues, always the same for the same name. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (sum % 12) * 30;
}
