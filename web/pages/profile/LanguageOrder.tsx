import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { ChevronIcon } from "../../components/icons";
import { useLang } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { Lang } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./LanguageOrder.module.css";

interface Props {
  value: readonly Lang[];
  onChange: (order: readonly Lang[]) => void;
}

/** In which languages a member wants what the page's own lacks: the first of them first. */
export function LanguageOrder({ value, onChange }: Props) {
  const { t } = useTranslation();
  const [said, setSaid] = useState("");
  const keepFocus = useKeptFocus();

  const move = (lang: Lang, step: 1 | -1) => {
    const place = value.indexOf(lang) + step;
    if (place < 0 || place >= value.length) return;
    const moved = value.filter((other) => other !== lang);
    moved.splice(place, 0, lang);
    keepFocus();
    onChange(moved);
    setSaid(t("profile.form.orderPlace", { language: OWN_NAME[lang], place: place + 1, all: value.length }));
  };

  return (
    <fieldset className={styles.order}>
      <legend>{t("profile.form.order")}</legend>
      <p className="soft small">{t("profile.form.orderHint")}</p>
      <ol className={styles.list}>
        {value.map((lang, place) => (
          <Row key={lang} lang={lang} place={place} last={value.length - 1} onMove={move} />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </fieldset>
  );
}

interface RowProps {
  lang: Lang;
  place: number;
  last: number;
  onMove: (lang: Lang, step: 1 | -1) => void;
}

/** At an end of the list a button stays, and stays focused, but says that it leads nowhere. */
function Row({ lang, place, last, onMove }: RowProps) {
  const { t } = useTranslation();
  const page = useLang();
  const language = OWN_NAME[lang];
  return (
    <li className={styles.row}>
      <span className="soft">{formatNumber(page, place + 1)}</span>
      <span lang={HTML_LANG[lang]}>{language}</span>
      <Button
        look="quiet"
        aria-label={t("profile.form.orderUp", { language })}
        aria-disabled={place === 0 || undefined}
        onClick={() => onMove(lang, -1)}
      >
        <span className={styles.up}>
          <ChevronIcon />
        </span>
      </Button>
      <Button
        look="quiet"
        aria-label={t("profile.form.orderDown", { language })}
        aria-disabled={place === last || undefined}
        onClick={() => onMove(lang, 1)}
      >
        <ChevronIcon />
      </Button>
    </li>
  );
}

/** A row that is moved in the document loses the focus that was in it; this gives it back. */
function useKeptFocus(): () => void {
  const wanted = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    wanted.current?.focus();
    wanted.current = null;
  });
  return () => {
    const { activeElement } = document;
    wanted.current = activeElement instanceof HTMLElement ? activeElement : null;
  };
}
