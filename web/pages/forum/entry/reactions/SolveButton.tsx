import { CheckIcon } from "../../../../components/icons";
import { setAnswer } from "../../../../lib/api/community/reactions";
import { useQuickAction } from "../../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../../lib/texts";
import type { EntryProps } from "../entryTypes";

interface Props extends Pick<EntryProps, "address"> {
  reply: string;
  isAnswer: boolean;
  onDone: () => void;
}

/** Marks a reply as what solved the topic, or takes the mark away. */
export function SolveButton({ reply, isAnswer, address, onDone }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const handleClick = async () => {
    if (isRunning) return;
    await run(
      () => setAnswer(address.postId, isAnswer ? null : reply),
      t(isAnswer ? "topics.answer.removed" : "topics.answer.marked"),
    );
    onDone();
  };
  return (
    <button type="button" onClick={handleClick}>
      <CheckIcon size={20} />
      {t(isAnswer ? "topics.answer.remove" : "topics.answer.mark")}
    </button>
  );
}
