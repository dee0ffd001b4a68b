import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import type { HiddenThing } from "../../../generated/payloads";
import { setHidden } from "../../../lib/api/forum";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { ReportSubject } from "./ReportSubject";

interface Props {
  item: HiddenThing;
}

/** Something that is hidden, with the way to show it again. */
export function HiddenCard({ item }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const { run, isRunning } = useQuickAction();
  const { postId, replyId } = item.thing;
  const thing = replyId === null ? { post: postId } : { reply: replyId };
  return (
    <Card as="li">
      <ReportSubject thing={item.thing} />
      <p className="soft small" suppressHydrationWarning>
        {t("admin.reports.hiddenSince", { when: formatMoment(lang, item.hiddenAt, timeZone) })}
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
