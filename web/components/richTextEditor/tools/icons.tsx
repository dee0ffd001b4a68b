/** The toolbar's icons, on a grid of 24 with one stroke, in the colour of the surrounding text. */

const PATHS = {
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M10 5h8M6 19h8M14 5l-4 14",
  underline: "M7 4v7a5 5 0 0 0 10 0V4M5 20h14",
  strike:
    "M4 12h16M16.5 7.5C16 5.9 14.3 5 12 5c-2.7 0-4.5 1.3-4.5 3.2 0 1.6 1.2 2.6 3 3.100M7.5 16c.6 1.9 2.3 3 4.7 3 2.8 0 4.6-1.4 4.6-3.4 0-.6-.2-1.1-.4-1.6",
  ink: "M6 16 12 4l6 12M8.3 12h7.400M5 20h14",
  wash: "M14 4l6 6-8 8H8l-2-2v-4zM4 21h16",
  bullets: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  numbers: "M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 9h3M4 15c0-1.5 3-1.5 3 0 0 1.2-3 2-3 4h3",
  quote: "M5 7h5v5c0 3-1.5 4.5-4 5M14 7h5v5c0 3-1.5 4.5-4 5",
  code: "M9 7l-5 5 5 5M15 7l5 5-5 5",
  left: "M4 6h16M4 10h10M4 14h16M4 18h10",
  center: "M4 6h16M7 10h10M4 14h16M7 18h10",
  right: "M4 6h16M10 10h10M4 14h16M10 18h10",
  justify: "M4 6h16M4 10h16M4 14h16M4 18h16",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700L12 17",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.500h.01",
  rule: "M4 12h16",
  heading: "M6 5v14M18 5v14M6 12h12",
  gallery: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  note: "M12 11v5M12 8h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  tip: "M8 12.500l3 3 5-6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  warning: "M12 9v5M12 17h.01M12 3 2.500 20h19z",
  details: "M4 6l3 3 3-3M13 7h7M4 13h16M4 18h16",
  file: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  insert: "M12 5v14M5 12h14",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  clear: "M6 5h12M11 5l-2 14M14 15l6 6M20 15l-6 6",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3",
} as const;

export type IconName = keyof typeof PATHS;

interface Props {
  name: IconName;
}

export function Icon({ name }: Props) {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
