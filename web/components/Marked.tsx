import type { SearchSegment } from "../generated/payloads";

interface Props {
  segments: readonly SearchSegment[];
}

/** Text with the found words marked. */
export function Marked({ segments }: Props) {
  return segments.map((segment, place) =>
    segment.match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have nothing but their place.
      <mark key={place}>{segment.text}</mark>
    ) : (
      segment.text
    ),
  );
}
