import { Fragment, useRef } from "react";
import { Form } from "react-router";
import { pathTo } from "../../generated/paths";
import { useLang, usePage } from "../../lib/context";
import { usePart } from "../../lib/parts/usePart";
import { useTranslation } from "../../lib/texts";
import { SearchIcon } from "../icons";
import styles from "./SearchBox.module.css";

interface SearchBoxProps {
  isLarge?: boolean;
  /** The area that is searched; everything without it. */
  kind?: "resource";
}

const loadSuggestions = () => import("./suggestions/Suggestions").then((module) => module.Suggestions);

/** A form that leads to the search screen; it works without scripts. With them it suggests results while typing. */
export function SearchBox({ isLarge = false, kind }: SearchBoxProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { screen, query } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const { Part: Suggestions, wantQuietly } = usePart(loadSuggestions, "search");
  const words = screen === "search" ? (query.q ?? "") : "";
  return (
    <Form
      className={styles.box}
      action={pathTo.search({ lang })}
      role="search"
      // The search page has the header's form and its own.
      aria-label={isLarge ? t("search.title") : t("nav.searchSite")}
      data-large={isLarge || undefined}
    >
      <button type="submit" className={styles.button} aria-label={t("nav.searchGo")}>
        <SearchIcon size={18} />
      </button>
      {kind && <input type="hidden" name="kind" value={kind} />}
      {/* A new field for the words of each page. */}
      <Fragment key={words}>
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          defaultValue={words}
          aria-label={t(kind ? "resources.find" : "nav.search")}
          placeholder={t(kind ? "resources.find" : "nav.search")}
          enterKeyHint="search"
          maxLength={200}
          onFocus={wantQuietly}
        />
        {Suggestions && <Suggestions input={input} kind={kind} />}
      </Fragment>
    </Form>
  );
}
