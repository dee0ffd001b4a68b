import type { ResourceItem } from "../../generated/payloads";
import styles from "./Resources.module.css";

const PATHS: Record<ResourceItem["kind"], string> = {
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1",
  document: "M7 3.5h7l4 4v13H7ZM14 3.5v4h4M10 12h5M10 15.5h5",
  video: "M4 6h11v12H4ZM15 10.5l5-3v9l-5-3",
  form: "M5 4h14v16H5ZM8.5 9l1.3 1.3L12 8M8.5 15l1.3 1.3L12 14M14.5 9.5h2M14.5 15.5h2",
  contact:
    "M6 4h3l1.5 4-2 1.6a11 11 0 0 0 5 5l1.6-2L19 14v3a2.5 2.5 0 0 1-2.7 2.5A14.5 14.5 0 0 1 3.5 6.7 2.5 2.5 0 0 1 6 4Z",
};

interface Props {
  kind: ResourceItem["kind"];
}

/** For the eye alone: the kind stands in words beside it. */
export function KindIcon({ kind }: Props) {
  return (
    <span className={styles.icon} data-kind={kind}>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24">
        <path d={PATHS[kind]} />
      </svg>
    </span>
  );
}
