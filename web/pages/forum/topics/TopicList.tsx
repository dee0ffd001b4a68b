import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { NewItemsNotice } from "../../../components/feedback/NewItemsNotice";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import type { ForumList, ForumName, ForumPerson } from "../../../generated/payloads";
import { addressWith } from "../../../lib/address";
import { nameTopic } from "../../../lib/api/topics";
import { useLang, usePage, useVisitor } from "../../../lib/context";
import { formatAgo } from "../../../lib/format/relative";
import { useNow } from "../../../lib/format/useNow";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import type { Change } from "../../../realtime/types";
import { useAdminPart } from "../post/visitorParts";
import styles from "./Forum.module.css";
import { ListTabs } from "./ListTabs";
import { Topic } from "./Topic";

interface Props {
  list: ForumList;
  /** The most used ones, to narrow the list. */
  tags: readonly string[];
  /** Left out across all forums. */
  forum?: ForumName;
  newPost: React.ReactNode;
}

const loadSelection = () => import("../bulk/TopicSelection").then((module) => module.TopicSelection);

/** A page of a list of posts, below its tabs. */
export function TopicList({ list, tags, forum, newPost }: Props) {
  const Selection = useAdminPart(loadSelection);
  const moderated = list.posts.filter((post) => list.moderated.includes(post.forum));
  return (
    <>
      <ListTabs list={list} />
      <TagRow list={list} tags={tags} />
      {Selection && moderated.length > 0 && <Selection posts={moderated} />}
      {list.isFirstPage && list.name === "latest" && <ForumNews list={list} forum={forum} />}
      <ListState
        items={list.posts}
        empty={<Nothing list={list} newPost={newPost} />}
        pager={<Pager next={list.next} />}
      >
        {() => <Rows list={list} forum={forum} />}
      </ListState>
    </>
  );
}

function TagRow({ list, tags }: Pick<Props, "list" | "tags">) {
  const { t } = useTranslation();
  const { path } = usePage();
  const { tag } = list;
  const shown = tag && !tags.some((one) => one.toLowerCase() === tag.toLowerCase()) ? [tag, ...tags] : tags;
  if (shown.length === 0) return null;
  return (
    <FilterRow label={t("topics.tags")}>
      {shown.map((one) => {
        const isCurrent = one.toLowerCase() === tag?.toLowerCase();
        return (
          <Tag key={one} to={addressWith(path, {}, { tag: isCurrent ? null : one })} isCurrent={isCurrent}>
            {nameTopic(t, one)}
          </Tag>
        );
      })}
    </FilterRow>
  );
}

/** Text of an empty list, and a link to continue a search that stopped. */
function Nothing({ list, newPost }: Pick<Props, "list" | "newPost">) {
  const { t } = useTranslation();
  const isOwn = list.searched > 0 && (list.name === "new" || list.name === "unread");
  if (isOwn) {
    return (
      <>
        <EmptyState title={t(`topics.empty.${list.name === "new" ? "new" : "unread"}`)}>
          {list.next && t("topics.empty.searched", { count: list.searched })}
        </EmptyState>
        <Pager next={list.next} />
      </>
    );
  }
  if (list.name === "unanswered") return <EmptyState title={t("topics.empty.unanswered")} />;
  return (
    <EmptyState title={t("forum.forum.empty.title")} action={newPost}>
      {t("forum.forum.empty.text")}
    </EmptyState>
  );
}

/** Posts that are new, or were answered or changed, since the list was rendered. */
function ForumNews({ list, forum }: Pick<Props, "list" | "forum">) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const newest = Math.max(0, ...list.posts.map((post) => Date.parse(post.lastActivityAt)));
  const isNews = (row: Change["row"]) =>
    [row.last_activity_at, row.edited_at, row.hidden_at, row.deleted_at].some(
      (moment) => typeof moment === "string" && Date.parse(moment) > newest,
    );
  return (
    <NewItemsNotice
      topic={forum ? `forum:${forum.id}` : "topics"}
      rows={[forum ? { table: "posts", filter: `forum_id=eq.${forum.id}` } : { table: "posts" }]}
      say={(count) => t("forum.live.posts", { count })}
      isOwn={(row) => (row.author_id === visitor?.id && row.reply_count === 0) || !isNews(row)}
    />
  );
}

function Rows({ list, forum }: Pick<Props, "list" | "forum">) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <div className={styles.topics}>
      <p className={styles.head} aria-hidden="true">
        <span>{t("forum.forum.topic")}</span>
        <span className={styles.headCount}>{t("forum.forum.replies")}</span>
        <span className={styles.headWhen}>{t("forum.latest")}</span>
      </p>
      <ul className={styles.list}>
        {list.posts.map((post) => (
          <Topic
            key={post.id}
            post={post}
            forum={list.forums[post.forum]}
            hasForum={!forum}
            isSelectable={list.moderated.includes(post.forum)}
            people={post.people.map((place) => list.people[place] ?? FORMER)}
            when={formatAgo(lang, post.lastActivityAt, timeZone, now)}
            lang={lang}
            t={t}
          />
        ))}
      </ul>
    </div>
  );
}

const FORMER: ForumPerson = { id: "", displayName: "", pictureUrl: null };
