import parts from "../parts/parts.module.css";
import styles from "./Incidents.module.css";

interface Props {
  id: string;
  title: string;
  lead?: string;
  /** The report alone is printed. */
  isPrinted?: boolean;
  children: React.ReactNode;
}

/** A step of an incident. */
export function Section({ id, title, lead, isPrinted = false, children }: Props) {
  return (
    <section
      className={isPrinted ? parts.sheet : `${parts.sheet} ${styles.unprinted}`}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p className="soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
