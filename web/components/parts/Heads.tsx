import { Link } from "react-router";
import styles from "./Heads.module.css";

interface PageHeadProps {
  title: React.ReactNode;
  /** Small, above the title: the area or category. */
  eyebrow?: React.ReactNode;
  /** One sentence under the title. */
  lead?: React.ReactNode;
  /** The page's main act, beside the title. */
  action?: React.ReactNode;
  lang?: string;
}

/** The head of a page: its only `h1`. */
export function PageHead({ title, eyebrow, lead, action, lang }: PageHeadProps) {
  return (
    <div className={styles.page}>
      <div className={styles.text} lang={lang}>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface SectionHeadProps {
  title: React.ReactNode;
  /** For `aria-labelledby` of the section. */
  id?: string;
  level?: 2 | 3;
  /** The whole of what the section shows a part of. */
  more?: { to: string; label: string };
  children?: React.ReactNode;
}

/** The head of a section: its title, at the right a link to all of it, or what `children` are. */
export function SectionHead({ title, id, level = 2, more, children }: SectionHeadProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.section}>
      <Heading id={id}>{title}</Heading>
      {more && (
        <Link className={styles.more} to={more.to}>
          {more.label}
        </Link>
      )}
      {children}
    </div>
  );
}
