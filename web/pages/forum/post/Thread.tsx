import { useState } from "react";
import { Link } from "react-router";
import { ListState } from "../../../components/feedback/ListState";
import { Notice } from "../../../components/feedback/Notice";
import { FlagIcon, LockIcon } from "../../../components/icons";
import { Tag } from "../../../components/Tag";
import { WatchButton } from "../../../components/watch/WatchButton";
import { pathTo } from "../../../generated/paths";
import type { ForumAnswer, ForumEntry, ForumOpeningPost, ForumPostPayload } from "../../../generated/payloads";
import { nameTopic } from "../../../lib/api/topics";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { Entry } from "../entry/Entry";
import { pathToReply } from "../entry/pathToReply";
import { Crumbs } from "../parts/Crumbs";
import type { WriteRequest } from "../write/drafts/replyDraft";
import { Poll } from "./poll/Poll";
import { ReplyArea } from "./ReplyArea";
import { ThreadPager } from "./ThreadPager";
import { ThreadSide } from "./ThreadSide";
import { WaitingReplies, Writers } from "./ThreadUpdates";
import styles from "./thread.module.css";
import { useLiveThread } from "./useLiveThread";
import { useReading } from "./useReading";
import { useReplyFocus } from "./useReplyFocus";
import { useUnreadLine } from "./useUnreadLine";
import { useAdminPart, useMemberPart } from "./visitorParts";

interface Props {
  data: ForumPostPayload;
}

const loadModeration = () => import("./Moderation").then((module) => module.Moderation);

const loadSession = () => import("../session/SessionPanel").then((module) => module.SessionPanel);

export function Thread({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [request, setRequest] = useState<WriteRequest | null>(null);
  const Moderation = useAdminPart(loadModeration);
  const Session = useMemberPart(data.session && loadSession);
  const { forum, post, replies } = data;
  const address = { forumId: forum.slug, postId: post.entry.id };
  const isClosed = post.isLocked || post.entry.state !== "shown" || !data.canReply;
  const { waiting, writers } = useLiveThread({ ...data, topic: post.entry.id });
  const unread = useUnreadLine(data);
  useReplyFocus();
  useReading(post.entry.id, data.after + replies.length, data.lastRead);

  const quoteOf = (entry: ForumEntry, replyId: string | null) => {
    const { body, id } = entry;
    if (isClosed || !body) return undefined;
    const author = entry.author?.displayName ?? t("forum.formerMember");
    return () => setRequest({ quote: { body, author, source: id, replyId } });
  };
  return (
    <div className={styles.thread}>
      <div className={styles.talk} translate={data.isUntranslated ? "no" : undefined}>
        <Crumbs forum={forum} />
        <ThreadTitle post={post} />
        <WatchButton target={{ post: post.entry.id }} level={data.watch} />
        {data.session ? (
          <div className={styles.session}>{Session && <Session session={data.session} />}</div>
        ) : (
          <Entry
            entry={post.entry}
            thing={{ post: post.entry.id }}
            title={post.title}
            address={address}
            onQuote={quoteOf(post.entry, null)}
          />
        )}
        {data.poll && <Poll poll={data.poll} lang={HTML_LANG[post.entry.language]} canVote={!isClosed} />}
        {post.answer && <Answer answer={post.answer} address={address} />}
        {Moderation && <Moderation data={data} />}
        <h2 className={replies.length > 0 ? "visually-hidden" : styles.none}>
          {replies.length > 0 ? t("forum.replies", { count: post.replyCount }) : t("forum.post.noReplies.title")}
        </h2>
        <ThreadPager data={data} isAbove />
        <ListState
          items={replies}
          empty={!isClosed && <p className="soft">{t("forum.post.noReplies.text")}</p>}
          pager={<ThreadPager data={data} />}
        >
          {() => (
            <ol className={styles.replies}>
              {replies.map((reply) => (
                <li key={reply.entry.id}>
                  {reply.number === unread?.number && (
                    <p id="unread" className={styles.unread}>
                      {t("forum.live.new", { count: unread.count })}
                    </p>
                  )}
                  <Entry
                    entry={reply.entry}
                    thing={{ reply: reply.entry.id }}
                    place={reply}
                    address={address}
                    onQuote={quoteOf(reply.entry, reply.entry.id)}
                  />
                </li>
              ))}
            </ol>
          )}
        </ListState>
        <Writers names={writers} />
        <WaitingReplies count={waiting} to={pathToReply(lang, address, data.lastNumber + 1)} />
        {isClosed ? <Closed data={data} /> : <ReplyArea address={address} request={request} held={data.held} />}
      </div>
      <ThreadSide data={data} />
    </div>
  );
}

interface AnswerProps {
  answer: ForumAnswer;
  address: { forumId: string; postId: string };
}

/** The reply that solved the topic, where readers look first. */
function Answer({ answer, address }: AnswerProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { number } = answer;
  return (
    <Link className={styles.answer} to={pathToReply(lang, address, number)}>
      <b>{t("forum.post.answer", { name: answer.authorName ?? t("forum.formerMember") })}</b>
      <span lang={HTML_LANG[answer.language]} translate={answer.isUntranslated ? "no" : undefined}>
        {answer.excerpt}
      </span>
    </Link>
  );
}

interface PartProps {
  post: ForumOpeningPost;
}

function ThreadTitle({ post }: PartProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { title, language } = post.entry.translation ?? { ...post.entry, title: post.title };
  return (
    <>
      <h1 className={styles.title} lang={title === null ? undefined : HTML_LANG[language]}>
        {title ?? t("forum.post.gone")}
      </h1>
      {(post.isPinned || post.isLocked || post.tags.length > 0) && (
        <p className={styles.tags}>
          {post.isPinned && (
            <Tag tone="accent">
              <FlagIcon size={14} />
              {t("forum.forum.pinned")}
            </Tag>
          )}
          {post.isLocked && (
            <Tag tone="note">
              <LockIcon size={14} />
              {t("forum.forum.locked")}
            </Tag>
          )}
          {post.tags.map((tag) => (
            <Link key={tag} className={styles.tag} to={pathTo.topics({ lang }, { tag })}>
              #{nameTopic(t, tag)}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

/** Loads what a member sent here without a connection. Without one now, nothing is shown. */
const loadOutbox = () => import("../write/outbox/ClosedOutbox").then((module) => module.ClosedOutbox);

function Closed({ data: { post } }: Props) {
  const { t } = useTranslation();
  const open = post.isLocked ? "forum.post.locked" : "forum.post.noReply";
  const Outbox = useMemberPart(loadOutbox);
  return (
    <>
      {Outbox && <Outbox postId={post.entry.id} />}
      <Notice tone="note">
        {t(post.entry.state === "shown" ? open : "forum.post.closed")}{" "}
        {post.lockReason && t(`forum.locked.${post.lockReason}`)} {post.lockNote}
      </Notice>
    </>
  );
}
