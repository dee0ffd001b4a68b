import { Link, type LinkProps } from "react-router";
import { without } from "../router/without";
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

const OWN_PROPS = new Set(["look", "size", "isWide", "isBusy"]);

interface ButtonProps extends Shape, React.ComponentProps<"button"> {
  /** Busy: it stays in place, cannot be pressed again, and announces its state to screen readers. */
  isBusy?: boolean;
}

export function Button(props: ButtonProps) {
  const { isBusy = false, onClick } = props;
  return (
    <button
      type="button"
      {...drawn(props)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || props["aria-disabled"]}
      // Not `disabled` while busy: that would drop the focus that a keyboard user has on it.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface ButtonLinkProps extends Shape, LinkProps {}

export function ButtonLink(props: ButtonLinkProps) {
  return <Link to={props.to} {...drawn(props)} />;
}

interface ButtonAnchorProps extends Shape, React.ComponentProps<"a"> {}

/** A link that leaves the app: a file, a telephone number, another site. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  return <a {...drawn(props)} />;
}

/** The attributes of the element: the given ones, and those that its style sheet reads. */
function drawn(props: Shape) {
  const attributes = without(props, OWN_PROPS);
  attributes.className = styles.button;
  attributes["data-look"] = props.look ?? "plain";
  attributes["data-size"] = props.size;
  attributes["data-wide"] = props.isWide || undefined;
  return attributes;
}
