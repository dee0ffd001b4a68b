import { useState } from "react";
import { Button, ButtonLink } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { pathTo } from "../../../../generated/paths";
import type { ForumPoll } from "../../../../generated/payloads";
import { closePoll, vote } from "../../../../lib/api/community/polls";
import { useLang, useVisitor } from "../../../../lib/context";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import type { Outcome } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { useCurrentPath } from "../../write/useCurrentPath";
import styles from "./poll.module.css";

interface Props {
  poll: ForumPoll;
  lang: string;
  canVote: boolean;
  onClose: () => void;
}

/** Votes, changes a vote or takes it back. Its author and moderators also close the poll here. */
export function PollForm({ poll, lang, canVote, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const visitor = useVisitor();
  const [chosen, setChosen] = useState<readonly number[]>(poll.own);
  const [isChecked, setChecked] = useState(false);
  const action = useAction((act: () => Promise<Outcome<unknown>>) => act());
  const run = async (act: () => Promise<Outcome<unknown>>, done: string) => {
    const outcome = await action.run(act);
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(done, { tone: "success" });
    await refresh();
  };
  const isWrong = chosen.length === 0 || chosen.length > poll.maxChoices;
  const handleVote = () => {
    setChecked(true);
    if (!isWrong) run(() => vote(poll.id, [...chosen]), t("topics.poll.done"));
  };
  if (!visitor) return <SignIn question={poll.question} onClose={onClose} />;
  if (!canVote) {
    return (
      <ConfirmDialog
        isOpen
        title={t("topics.poll.close")}
        confirm={t("topics.poll.close")}
        isBusy={action.isRunning}
        failure={action.failure}
        onConfirm={() => run(() => closePoll(poll.id), t("topics.poll.closedNow"))}
        onClose={onClose}
      >
        <p>{t("topics.poll.closeText")}</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={poll.question}
      confirm={t("forum.poll.vote")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleVote}
      onClose={onClose}
    >
      <Choices poll={poll} lang={lang} chosen={chosen} onChange={setChosen} />
      {isChecked && isWrong && (
        <p role="alert">
          {chosen.length === 0 ? t("topics.poll.none") : t("topics.poll.tooMany", { count: poll.maxChoices })}
        </p>
      )}
      <p className="soft small">{t("topics.poll.secret")}</p>
      <div className="cluster">
        {poll.own.length > 0 && (
          <Button look="quiet" size="small" onClick={() => run(() => vote(poll.id, []), t("topics.poll.takenBack"))}>
            {t("topics.poll.takeBack")}
          </Button>
        )}
        {poll.canClose && <CloseButton onConfirm={() => run(() => closePoll(poll.id), t("topics.poll.closedNow"))} />}
      </div>
    </ConfirmDialog>
  );
}

/** Pressed twice: the second time it says what cannot be undone. */
function CloseButton({ onConfirm }: { onConfirm: () => void }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      {isAsked && <span role="status">{t("topics.poll.closeText")}</span>}
      <Button look={isAsked ? "danger" : "quiet"} size="small" onClick={isAsked ? onConfirm : () => setAsked(true)}>
        {t("topics.poll.close")}
      </Button>
    </>
  );
}

interface ChoicesProps {
  poll: ForumPoll;
  lang: string;
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

function Choices({ poll, lang, chosen, onChange }: ChoicesProps) {
  const isSingle = poll.maxChoices === 1;
  const toggle = (number: number) => {
    if (isSingle) onChange([number]);
    else onChange(chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number]);
  };
  return (
    <fieldset className={styles.choices} lang={lang}>
      <legend className="visually-hidden">{poll.question}</legend>
      {poll.options.map(({ number, label }) => (
        <label key={number}>
          <input
            type={isSingle ? "radio" : "checkbox"}
            name={poll.id}
            checked={chosen.includes(number)}
            onChange={() => toggle(number)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function SignIn({ question, onClose }: { question: string; onClose: () => void }) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useCurrentPath();
  return (
    <div className="cluster">
      <ButtonLink rel="nofollow" look="primary" to={pathTo.signin({ lang }, { next: here })}>
        {t("topics.poll.signIn")}
        <span className="visually-hidden">{question}</span>
      </ButtonLink>
      <Button look="quiet" onClick={onClose}>
        {t("common.cancel")}
      </Button>
    </div>
  );
}
