import { useState } from "react";
import type { ShownAnswer } from "../../generated/payloads";
import { downloadAnswer, openAnswers } from "../../lib/api/booking/intake";
import { useLang } from "../../lib/context";
import { formatDay } from "../../lib/format/format";
import { HTML_LANG } from "../../lib/i18n";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { saveBlob } from "../../lib/uploads/saveFile";
import { Button } from "../Button";
import { DateTime } from "../DateTime";
import { FailureNotice } from "../feedback/FailureNotice";
import styles from "./Intake.module.css";

interface Props {
  answers: readonly ShownAnswer[];
  /** The signed link of a guest's booking. */
  link?: string | null;
  /** The reader is the one who answered: opening is not logged. */
  isOwn?: boolean;
}

/** The answers of a booking. Confidential ones are opened by a press, which the staff log records. */
export function AnswerList({ answers, link = null, isOwn = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [opened, setOpened] = useState<Record<string, string>>({});
  const { run, isRunning, failure } = useAction(openAnswers);
  const sealed = answers.filter((answer) => answer.value === null && opened[answer.id] === undefined);
  const handleOpen = async () => {
    const outcome = await run(
      sealed.map(({ id }) => id),
      lang,
      link,
    );
    if (outcome?.value) setOpened({ ...opened, ...outcome.value });
  };
  if (answers.length === 0) return null;
  return (
    <section className="stack" aria-label={t("book.intake.answers")}>
      <dl className={styles.answers}>
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt lang={answer.lang === lang ? undefined : HTML_LANG[answer.lang]}>{answer.label}</dt>
            <dd>
              <Value answer={answer} value={answer.value ?? opened[answer.id] ?? null} link={link} />
            </dd>
          </div>
        ))}
      </dl>
      <FailureNotice failure={failure} onRetry={handleOpen} />
      {sealed.length > 0 && (
        <p>
          <Button size="small" isBusy={isRunning} onClick={handleOpen}>
            {t("book.intake.open")}
          </Button>{" "}
          {!isOwn && <span className="small soft">{t("book.intake.logged")}</span>}
        </p>
      )}
    </section>
  );
}

interface ValueProps {
  answer: ShownAnswer;
  value: string | null;
  link: string | null;
}

function Value({ answer, value, link }: ValueProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(downloadAnswer);
  if (value === null) return <span className="soft">{t("book.intake.closed")}</span>;
  if (answer.kind === "consent")
    return (
      <>
        {t("book.intake.agreed", { version: answer.version })} <DateTime value={answer.answeredAt} />
        {answer.consent !== answer.label && <span className="small soft"> {answer.consent}</span>}
      </>
    );
  if (answer.kind === "date") return <span suppressHydrationWarning>{formatDay(lang, value, "date")}</span>;
  if (answer.kind === "yes_no") return t(value === "yes" ? "book.intake.yes" : "book.intake.no");
  if (!answer.isFile) return value;
  const handleLoad = async () => {
    const outcome = await run(answer.id, link);
    if (outcome?.value) saveBlob(value, outcome.value);
  };
  return (
    <>
      <Button size="small" isBusy={isRunning} onClick={handleLoad}>
        {value}
      </Button>
      <FailureNotice failure={failure} onRetry={handleLoad} />
    </>
  );
}
