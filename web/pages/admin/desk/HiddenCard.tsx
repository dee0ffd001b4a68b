import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import type { HiddenThing } from "../../../generated/payloads";
import { setHidden } from "../../../lib/api/forum";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./desk.module.css";

interface Props {
  item: HiddenThing;
}

/** Something that is hidden, with the way to show it again. */
export function HiddenCard({ item }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const { postId, replyId, replyNumber: number } = item;
  const name = item.authorName ?? t("forum.formerMember");
  const textLang = HTML_LANG[item.language];
  const thing = replyId === null ? { post: postId } : { reply: replyId };
  return (
    <Card as="li">
      <h2 className="small">
        {number === null ? t("admin.desk.post", { name }) : t("admin.desk.reply", { name, number })}
      </h2>
      {item.title !== null && (
        <p lang={number === null ? textLang : undefined}>
          <strong>{item.title}</strong>
        </p>
      )}
      <p className={styles.text} lang={textLang}>
        {item.text}
      </p>
      <p className="facts soft small">
        <DateTime value={item.hiddenAt} say={(when) => t("admin.desk.hiddenSince", { when })} />
        <Link to={`/${lang}${item.path}`}>{t("admin.desk.view")}</Link>
      </p>
      <div className="cluster">
        <Button
          isBusy={isRunning}
          onClick={() =>
            run(
              () => setHidden(thing, false),
              t("forum.post.done.shown"),
              () => setHidden(thing, true),
            )
          }
        >
          {t("forum.post.unhide")}
        </Button>
      </div>
    </Card>
  );
}
