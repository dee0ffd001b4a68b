import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Avatar } from "../../../../components/Avatar";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { pathTo } from "../../../../generated/paths";
import type { ForumReaction } from "../../../../generated/payloads";
import { type Giver, listReactions, setReaction } from "../../../../lib/api/community/reactions";
import { useLang, useVisitor } from "../../../../lib/context";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { useCurrentPath } from "../../write/useCurrentPath";
import type { EntryProps } from "../entryTypes";
import styles from "./reactions.module.css";

const KINDS: readonly ForumReaction["kind"][] = ["like", "thanks", "laugh", "cheer", "sad"];

/** The reactions to choose from, and below them the names of the members behind the counts. */
export function Reactions({ entry, thing }: Pick<EntryProps, "entry" | "thing">) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useCurrentPath();
  const refresh = useRefresh();
  const action = useAction(setReaction);
  const visitor = useVisitor();
  const mine = new Set(entry.reactions.filter((one) => one.isMine).map((one) => one.kind));
  const toggle = async (kind: ForumReaction["kind"]) => {
    const outcome = await action.run(thing, kind, !mine.has(kind));
    if (outcome && !outcome.failure) await refresh();
  };
  return (
    <div className={styles.reactions}>
      {visitor ? (
        <fieldset className={styles.choice}>
          <legend className="visually-hidden">{t("topics.react.title")}</legend>
          {KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={mine.has(kind)}
              aria-label={t(`forum.reaction.${kind}`)}
              title={t(`forum.reaction.${kind}`)}
              data-reaction={kind}
              onClick={() => toggle(kind)}
            />
          ))}
        </fieldset>
      ) : (
        <Link rel="nofollow" to={pathTo.signin({ lang }, { next: here })}>
          {t("topics.react.signIn")}
        </Link>
      )}
      <FailureNotice failure={action.failure} />
      {visitor && entry.reactions.length > 0 && <Givers entry={entry} thing={thing} />}
    </div>
  );
}

function Givers({ entry, thing }: Pick<EntryProps, "entry" | "thing">) {
  const { t } = useTranslation();
  const [givers, setGivers] = useState<readonly Giver[]>([]);
  const counted = entry.reactions.map(({ kind, count }) => `${kind}${count}`).join();
  const { post, reply } = thing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are those of the counts.
  useEffect(() => {
    let isOver = false;
    listReactions(post === undefined ? { reply } : { post }).then(({ value }) => {
      if (!isOver && value) setGivers(value);
    });
    return () => {
      isOver = true;
    };
  }, [post, reply, counted]);
  return (
    <ul className={styles.givers} aria-live="polite">
      {givers.map(({ kind, id, display_name, picture_url }) => (
        <li key={kind + id}>
          <Avatar name={display_name} pictureUrl={picture_url} size="tiny" />
          <bdi>{display_name}</bdi>
          <span role="img" aria-label={t(`forum.reaction.${kind}`)} data-reaction={kind} />
        </li>
      ))}
    </ul>
  );
}
