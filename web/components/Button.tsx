import { Link, type LinkProps } from "react-router";
import styles from "./Button.module.css";

type Look = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends React.ComponentProps<"button"> {
  look?: Look;
  /** Busy: it stays in place, cannot be pressed again, and announces its state to screen readers. */
  isBusy?: boolean;
  isWide?: boolean;
}

export function Button({ look = "plain", isBusy = false, isWide = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-look={look}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      // Not `disabled` while busy: that would drop the focus that a keyboard user has on it.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  look?: Look;
  isWide?: boolean;
}

export function ButtonLink({ look = "plain", isWide = false, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={styles.button} data-look={look} data-wide={isWide || undefined} />;
}
