import { Link } from "react-router";
import styles from "./Card.module.css";

interface CardProps {
  children: React.ReactNode;
  /** Written in another language than the page. */
  lang?: string;
  as?: "article" | "section" | "li" | "div";
}

/** A card. With a linked `CardTitle`, the whole card is clickable. */
export function Card({ children, lang, as: Element = "article" }: CardProps) {
  return (
    <Element className={styles.card} lang={lang}>
      {children}
    </Element>
  );
}

interface CardTitleProps {
  to?: string;
  level?: 2 | 3 | 4;
  children: React.ReactNode;
}

export function CardTitle({ to, level = 2, children }: CardTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={styles.title}>
      {to ? (
        <Link to={to} className={styles.link}>
          {children}
        </Link>
      ) : (
        children
      )}
    </Heading>
  );
}
