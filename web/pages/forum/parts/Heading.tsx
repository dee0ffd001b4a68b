import styles from "./Heading.module.css";

interface Props {
  title: React.ReactNode;
  description?: string;
  lang?: string;
  action?: React.ReactNode;
}

/** The head of a forum page: what it is, and the one thing most people come to do. */
export function Heading({ title, description, lang, action }: Props) {
  return (
    <header className={styles.heading}>
      <div className={styles.words} lang={lang}>
        <h1>{title}</h1>
        {description && <p className="soft measure">{description}</p>}
      </div>
      {action}
    </header>
  );
}
