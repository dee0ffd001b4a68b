import styles from "../Profile.module.css";

interface Props {
  id: string;
  title: string;
  lead?: string;
  children: React.ReactNode;
}

/** One matter of the account. On a wide screen what it is stands at the left, what can be done at the right. */
export function Section({ id, title, lead, children }: Props) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        {lead && <p className="soft small">{lead}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
