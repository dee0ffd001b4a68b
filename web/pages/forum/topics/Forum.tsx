import { PageHead } from "../../../components/parts/Heads";
import { WatchButton } from "../../../components/watch/WatchButton";
import type { ForumPayload } from "../../../generated/payloads";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { Crumbs } from "../parts/Crumbs";
import { NewPostLink } from "../parts/NewPostLink";
import { TopicList } from "./TopicList";

/** One forum: a page of one of its lists. */
export function Forum({ data }: PageProps<ForumPayload>) {
  const { forum } = data;
  return (
    <>
      <Crumbs />
      <PageHead
        title={forum.name}
        lead={forum.description}
        lang={HTML_LANG[forum.language]}
        action={
          <>
            <WatchButton target={{ forum: forum.id }} level={data.watch} />
            {data.canCreate && data.list.posts.length > 0 && <NewPostLink forum={forum.slug} />}
          </>
        }
      />
      <TopicList
        list={data.list}
        tags={data.tags}
        forum={forum}
        newPost={data.canCreate && <NewPostLink forum={forum.slug} isInPlace />}
      />
    </>
  );
}
