/**
 * Small drawings in the colours of the tokens. They are in a file of their own, which only pages load that show one; the
 * tokens of the page reach into it.
 */
import drawings from "./drawings.svg?url";

export type DrawingName = "talk" | "calendar" | "shelf" | "signpost" | "cable";

interface Props {
  name: DrawingName;
  className?: string;
  /** A few characters on the signpost. */
  words?: string;
}

export function Drawing({ name, className, words }: Props) {
  return (
    <svg className={className} viewBox="0 0 260 150" aria-hidden="true" strokeLinecap="round" strokeLinejoin="round">
      <use href={`${drawings}#${name}`} />
      {words && (
        <text
          x="118"
          y="66"
          textAnchor="middle"
          fill="var(--on-accent)"
          style={{ fontFamily: "var(--font-head)", fontSize: "1.0625rem", fontWeight: 700 }}
        >
          {words}
        </text>
      )}
    </svg>
  );
}
