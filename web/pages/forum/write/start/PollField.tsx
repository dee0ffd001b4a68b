import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ChartIcon } from "../../../../components/icons";
import type { NewPoll } from "../../../../lib/api/forum";
import { usePart } from "../../../../lib/parts/usePart";
import { useTranslation } from "../../../../lib/texts";

interface Props {
  poll: NewPoll | null;
  onChange: (poll: NewPoll | null) => void;
}

const loadDialog = () => import("./PollDialog").then((module) => module.PollDialog);

/** The poll of a new post. Its dialog is loaded on demand. */
export function PollField({ poll, onChange }: Props) {
  const { t } = useTranslation();
  const { Part: Dialog, want } = usePart(loadDialog);
  const [isOpen, setOpen] = useState(false);
  const handleOpen = () => {
    setOpen(true);
    want();
  };
  return (
    <div className="stack">
      {poll && (
        <p>
          <b>{poll.question}</b> {poll.options.join(" / ")}
        </p>
      )}
      <div className="cluster">
        <Button size="small" onClick={handleOpen}>
          <ChartIcon size={18} />
          {t(poll ? "topics.poll.edit" : "topics.poll.add")}
        </Button>
        {poll && (
          <Button size="small" look="quiet" onClick={() => onChange(null)}>
            {t("topics.poll.remove")}
          </Button>
        )}
      </div>
      {isOpen && Dialog && <Dialog poll={poll} onSave={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}
