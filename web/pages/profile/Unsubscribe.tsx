import { Button, ButtonLink } from "../../components/Button";
import { Notice } from "../../components/feedback/Notice";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { UnsubscribePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";

/** Where the links in emails lead. A plain form: it works without a session and without scripts. */
export function Unsubscribe({ data }: PageProps<UnsubscribePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const title = data.title ?? t("forum.post.gone");
  const about = data.articles ? "Articles" : data.isForAll ? "All" : "Topic";
  const isDeleted = data.articles === "guest" && data.isDone;
  return (
    <>
      <PageHead title={t("unsubscribe.title")} />
      <div className="stack">
        {data.isDone ? (
          <Notice tone="good">{t(isDeleted ? "unsubscribe.doneGuest" : `unsubscribe.done${about}`, { title })}</Notice>
        ) : (
          <p>{t(`unsubscribe.ask${about}`, { title })}</p>
        )}
        {isDeleted ? (
          <div>
            <ButtonLink to={pathTo.newsletter({ lang })}>{t("newsletter.again")}</ButtonLink>
          </div>
        ) : (
          <form method="post" action={`/unsubscribe?link=${data.link}`}>
            <input type="hidden" name="lang" value={lang} />
            {data.isDone && <input type="hidden" name="again" value="yes" />}
            <Button type="submit" look={data.isDone ? "plain" : "primary"}>
              {t(data.isDone ? "unsubscribe.again" : "unsubscribe.stop")}
            </Button>
          </form>
        )}
        {data.articles !== "guest" && <p className="soft small">{t("unsubscribe.rest")}</p>}
      </div>
    </>
  );
}
