import styles from "../Profile.module.css";

interface Props {
  id: string;
  title: string;
  lead?: string;
  children: React.ReactNode;
}

/** One matter of the account, with its heading. */
export function Section({ id, title, lead, children }: Props) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}
