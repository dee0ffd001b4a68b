import { useEffect, useState } from "react";
import { getOriginals, loadTexts } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { TEXT_BUNDLES } from "../../../lib/textBundles";
import type { TextTable } from "../../../lib/texts";

/** All texts of a language as the program has them; null while they are loading. */
export function useOriginals(lang: Lang): TextTable | null {
  // The server and the first page have those of the page's language.
  const [loaded, setLoaded] = useState(lang);
  useEffect(() => {
    let isCurrent = true;
    loadTexts(lang, TEXT_BUNDLES).then(() => isCurrent && setLoaded(lang));
    return () => {
      isCurrent = false;
    };
  }, [lang]);
  return loaded === lang ? getOriginals(lang) : null;
}
