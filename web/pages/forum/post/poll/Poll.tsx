import { useState } from "react";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import type { ForumPoll } from "../../../../generated/payloads";
import { usePart } from "../../../../lib/parts/usePart";
import { useTranslation } from "../../../../lib/texts";
import styles from "./poll.module.css";

interface Props {
  poll: ForumPoll;
  lang: string;
  canVote: boolean;
}

const loadForm = () => import("./PollForm").then((module) => module.PollForm);

/** A poll with its counts. The form is loaded when the reader wants to vote. */
export function Poll({ poll, lang, canVote }: Props) {
  const { t } = useTranslation();
  const { Part: Form, want } = usePart(loadForm, "editor");
  const [isOpen, setOpen] = useState(false);
  const { question, voterCount, closesAt, isClosed, own, options } = poll;
  return (
    <section className={styles.poll}>
      <h2 lang={lang}>{question}</h2>
      <ul>
        {options.map(({ number, label, votes }) => {
          const share = Math.round(((votes ?? 0) / (voterCount || 1)) * 100);
          return (
            <li key={number} data-own={own.includes(number) || undefined}>
              <span lang={lang}>{label}</span>
              {votes !== null && (
                <>
                  <b>
                    {share}% ({votes})
                  </b>
                  <i style={{ width: `${share}%` }} />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p className="facts soft small">
        <span>{t("forum.poll.voters", { count: voterCount })}</span>
        {isClosed ? (
          <span>{t("forum.poll.closed")}</span>
        ) : (
          closesAt && <DateTime value={closesAt} say={(date) => t("forum.poll.until", { date })} />
        )}
        {poll.results === "voted" && options[0]?.votes === null && <span>{t("forum.poll.voted")}</span>}
      </p>
      {!isClosed && (canVote || poll.canClose) && (
        <Button
          size="small"
          look="soft"
          onClick={() => {
            setOpen(true);
            want();
          }}
        >
          {t(own.length > 0 ? "forum.poll.change" : "forum.poll.vote")}
        </Button>
      )}
      {isOpen && Form && <Form poll={poll} lang={lang} canVote={canVote} onClose={() => setOpen(false)} />}
    </section>
  );
}
