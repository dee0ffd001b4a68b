import { Link } from "react-router";
import styles from "./Tag.module.css";

interface TagProps {
  children: React.ReactNode;
  tone?: "plain" | "accent" | "good" | "note" | "bad";
  to?: string;
  /** The filter that is active. */
  isCurrent?: boolean;
  lang?: string;
}

/** A short label; with `to`, a filter. */
export function Tag({ children, tone = "plain", to, isCurrent = false, lang }: TagProps) {
  const look = { className: styles.tag, "data-tone": isCurrent ? "accent" : tone, lang };
  if (!to) return <span {...look}>{children}</span>;
  return (
    <Link {...look} to={to} aria-current={isCurrent || undefined}>
      {children}
    </Link>
  );
}
