import { useState } from "react";
import { OWN_NAME } from "../../lib/i18n";
import { guessLanguage } from "../../lib/languages/guessLanguage";
import type { Lang } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { Notice } from "../feedback/Notice";

interface DoubtProps {
  /** The words of the text. */
  content: string;
  /** The language that the text is marked with. */
  stated: Lang;
}

export interface LanguageDoubt {
  /** The language that the text reads like, if that is another one and the writer has not confirmed theirs. */
  found: Lang | null;
  confirm: () => void;
}

/** Compares a text with its stated language. A confirmation holds for the pair of languages. */
export function useLanguageDoubt({ content, stated }: DoubtProps): LanguageDoubt {
  const [confirmed, setConfirmed] = useState("");
  const guessed = guessLanguage(content);
  const pair = `${guessed} ${stated}`;
  const found = guessed !== stated && pair !== confirmed ? guessed : null;
  return { found, confirm: () => setConfirmed(pair) };
}

interface Props extends DoubtProps {
  /** Changes the language of the text. Left out where a text cannot change its language. */
  onChange?: (lang: Lang) => void;
}

/** Asks once about the language of a text that reads like another one. */
export function LanguageQuestion({ content, stated, onChange }: Props) {
  const { t } = useTranslation();
  const { found, confirm } = useLanguageDoubt({ content, stated });
  if (!found) return null;
  const names = { found: OWN_NAME[found], stated: OWN_NAME[stated] };
  return (
    <Notice
      tone="note"
      action={
        <>
          {onChange && (
            <Button size="small" onClick={() => onChange(found)}>
              {t("draft.doubt.change", names)}
            </Button>
          )}
          <Button size="small" look="quiet" onClick={confirm}>
            {t("draft.doubt.confirm", names)}
          </Button>
        </>
      }
    >
      {t("draft.doubt", names)}
    </Notice>
  );
}
