/** Small drawings in the colours of the tokens: each shape is a token's name and a path, drawn in this order. */
type Shape = readonly [colour: string, path: string, stroke?: number];

const GROUND: Shape = ["sunken", "M18 136a112 10 0 1 0 224 0a112 10 0 1 0-224 0"];

const DRAWINGS = {
  talk: [
    ["inside-2", "M48 66h164v56H48z"],
    ["wood", "M52 64h7v62h-7zM90 64h7v62h-7zM163 64h7v62h-7zM201 64h7v62h-7z"],
    ["tile-1", "M28 66c18-5 34-16 44-34h116c10 18 26 29 44 34v5H28z"],
    ["tile-2", "M96 34c8-6 14-12 17-20h34c3 8 9 14 17 20z"],
    ["wood-2", "M40 120h180v8H40z"],
    ["surface", "M106 84h48a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-26l-12 10v-10h-10a8 8 0 0 1-8-8V92a8 8 0 0 1 8-8z"],
    ["accent", "M106 84h48a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-26l-12 10v-10h-10a8 8 0 0 1-8-8V92a8 8 0 0 1 8-8z", 2.5],
    ["accent", "M114 99h.1M130 99h.1M146 99h.1", 5],
  ],
  calendar: [
    ["line", "M98 21h64a13 13 0 0 1 13 13v76a13 13 0 0 1-13 13H98a13 13 0 0 1-13-13V34a13 13 0 0 1 13-13z"],
    ["surface", "M98 22h64a12 12 0 0 1 12 12v76a12 12 0 0 1-12 12H98a12 12 0 0 1-12-12V34a12 12 0 0 1 12-12z"],
    ["accent", "M86 34a12 12 0 0 1 12-12h64a12 12 0 0 1 12 12v16H86z"],
    [
      "accent-soft",
      "M98 66a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4zM121 66a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4zM144 66a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4zM98 90a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4z",
    ],
    ["roof", "M121 90a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4z"],
    ["leaf", "M196 128v-40c-20-14-18-32-6-28-2-18 20-16 16 2 14-6 20 12-4 26v40z"],
    ["tile-1", "M52 128l4-30h24l4 30z"],
    ["leaf", "M68 98c-16-16-12-30-2-26 0-14 16-10 10 4 14-4 10 14-8 22z"],
  ],
  shelf: [
    ["wood", "M78 30h104a8 8 0 0 1 8 8v76a8 8 0 0 1-8 8H78a8 8 0 0 1-8-8V38a8 8 0 0 1 8-8z"],
    ["wood-2", "M80 40h100v32H80zM80 82h100v32H80z"],
    ["roof", "M88 72V48h10v24zM100 72V52h9v20z"],
    ["accent-line", "M111 72V46h11v26z"],
    ["inside-2", "M90 114V92h11v22zM103 114V88h9v26z"],
    ["surface", "M139 84a27 27 0 1 0 54 0a27 27 0 1 0-54 0"],
    ["accent", "M139 84a27 27 0 1 0 54 0a27 27 0 1 0-54 0", 6],
    ["accent", "m186 104 20 20", 9],
    ["accent", "M158 80a8 8 0 1 1 11 8c-2 1-3 2-3 4M166 98h.1", 4],
  ],
  signpost: [
    ["sun", "M184 34a16 16 0 1 0 32 0a16 16 0 1 0-32 0"],
    ["wood", "M130 128V40", 8],
    ["accent", "M64 46h108l16 14-16 14H64z"],
    ["tile-1", "M196 82H92L76 96l16 14h104z"],
    ["leaf", "M40 132c0-16 8-24 14-26 0 10-2 16-4 26zM214 132c0-16 8-24 14-26 0 10-2 16-4 26z"],
  ],
  cable: [
    ["hill-1", "M30 132c24-44 62-56 100-40s70-6 100 40z"],
    ["leaf", "M52 132c0-22 10-34 20-38 0 14-4 24-6 38zM196 132c0-22 10-34 20-38 0 14-4 24-6 38z"],
    ["text-soft", "M20 58c40 26 56 20 74 6", 4],
    ["text-soft", "M240 44c-40 34-62 34-78 20", 4],
    ["accent", "M90 44h26a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H90z"],
    ["accent", "M124 54h12M124 70h12", 5],
    ["tile-1", "M176 44h-22a8 8 0 0 0-8 8v20a8 8 0 0 0 8 8h22z"],
  ],
} satisfies Record<string, readonly Shape[]>;

export type DrawingName = keyof typeof DRAWINGS;

interface Props {
  name: DrawingName;
  className?: string;
  /** A few characters on the signpost. */
  words?: string;
}

export function Drawing({ name, className, words }: Props) {
  const shapes: readonly Shape[] = [GROUND, ...DRAWINGS[name]];
  return (
    <svg className={className} viewBox="0 0 260 150" aria-hidden="true" strokeLinecap="round" strokeLinejoin="round">
      {shapes.map(([colour, path, stroke]) => (
        <path
          key={colour + path}
          d={path}
          fill={stroke ? "none" : `var(--${colour})`}
          stroke={stroke ? `var(--${colour})` : undefined}
          strokeWidth={stroke}
        />
      ))}
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
