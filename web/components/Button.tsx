import { Link, type LinkProps } from "react-router";
import styles from "./Button.module.css";

interface Shape {
  /**
   * How loud it is. `primary` is filled: one on a screen, its main act. `soft` for a second act that is often used,
   * `plain` has an outline, `quiet` is words alone, `danger` destroys something.
   */
  look?: "primary" | "soft" | "plain" | "quiet" | "danger";
  /** `big` for the main act of the whole page, `small` inside rows. */
  size?: "small" | "medium" | "big";
  isWide?: boolean;
}

interface ButtonProps extends Shape, React.ComponentProps<"button"> {
  /** Busy: it stays in place, cannot be pressed again, and announces its state to screen readers. */
  isBusy?: boolean;
}

export function Button({ look, size, isWide, isBusy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...drawn({ look, size, isWide })}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      // Not `disabled` while busy: that would drop the focus that a keyboard user has on it.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface ButtonLinkProps extends Shape, LinkProps {}

export function ButtonLink({ look, size, isWide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} {...drawn({ look, size, isWide })} />;
}

interface ButtonAnchorProps extends Shape, React.ComponentProps<"a"> {}

/** A link that leaves the app: a file, a telephone number, another site. */
export function ButtonAnchor({ look, size, isWide, ...rest }: ButtonAnchorProps) {
  return <a {...rest} {...drawn({ look, size, isWide })} />;
}

function drawn({ look = "plain", size, isWide }: Shape) {
  return { className: styles.button, "data-look": look, "data-size": size, "data-wide": isWide || undefined };
}
