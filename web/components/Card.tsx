import styles from "./Card.module.css";

interface CardProps {
  children: React.ReactNode;
  /** Written in another language than the page. */
  lang?: string;
  as?: "article" | "section" | "li" | "div";
}

/** One thing that stands apart. */
export function Card({ children, lang, as: Element = "article" }: CardProps) {
  return (
    <Element className={styles.card} lang={lang}>
      {children}
    </Element>
  );
}
