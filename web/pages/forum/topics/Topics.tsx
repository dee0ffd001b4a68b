import { ButtonLink } from "../../../components/Button";
import { PageHead } from "../../../components/parts/Heads";
import { WatchButton } from "../../../components/watch/WatchButton";
import { pathTo } from "../../../generated/paths";
import type { TopicsPayload } from "../../../generated/payloads";
import { nameTopic } from "../../../lib/api/topics";
import { useLang, useVisitor } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { Crumbs } from "../parts/Crumbs";
import { NewPostLink } from "../parts/NewPostLink";
import { TopicList } from "./TopicList";

/** A list of posts of all forums; with a tag, the page of that tag. */
export function Topics({ data }: PageProps<TopicsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { tag } = data.list;
  return (
    <>
      <Crumbs />
      <PageHead
        title={tag ? `#${nameTopic(t, tag)}` : t("topics.title")}
        lead={tag ? t("topics.tagLead") : t("topics.lead")}
        action={
          <>
            {tag && <WatchButton target={{ tag }} level={data.watch} />}
            {data.list.posts.length > 0 && <NewPostLink />}
            {visitor && (
              <ButtonLink look="quiet" to={pathTo.translationList({ lang })}>
                {t("topics.translations")}
              </ButtonLink>
            )}
          </>
        }
      />
      <TopicList list={data.list} tags={data.tags} newPost={<NewPostLink isInPlace />} />
    </>
  );
}
