import { useState } from "react";
import { Notice } from "../../../../components/feedback/Notice";
import type { BlogDraft } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { separatorIn } from "../../../../lib/format/format";
import { useTranslation } from "../../../../lib/texts";
import { announce } from "../../../../realtime/announce";
import { useRowChanges } from "../../../../realtime/useRowChanges";
import styles from "../Edit.module.css";

interface Props {
  article: BlogDraft;
  /** Which version is being changed. */
  version: number;
}

/** Other users with this article open, and whether it was saved since it was opened here: an overlay at the page's end. */
export function OtherEditors({ article, version }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [names, setNames] = useState<string[]>([]);
  const [newest, setNewest] = useState(0);
  const isSaved = newest > version;
  const tell = (others: string[]) =>
    t("blog.write.others", { names: others.join(separatorIn(lang)), count: others.length });
  const handleWho = (others: string[]) => {
    if (others.length > names.length) announce(tell(others));
    setNames(others);
  };
  useRowChanges(`article:${article.id}`, [{ table: "articles", event: "UPDATE", filter: `id=eq.${article.id}` }], {
    onChange: ({ row }) => setNewest(Number(row.version)),
    onMissed: () => {},
    onWho: handleWho,
    isShown: true,
  });
  if (names.length === 0 && !isSaved) return null;
  return (
    <div className={styles.others}>
      <Notice tone="note">
        {names.length > 0 && <p>{tell(names)}</p>}
        {isSaved && <p>{t("blog.write.savedMeanwhile")}</p>}
      </Notice>
    </div>
  );
}
