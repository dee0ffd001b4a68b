import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { PrivacyRequest } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { formatDay } from "../../../lib/format/format";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { AnswerForm } from "./AnswerForm";
import { ExtendForm } from "./ExtendForm";
import styles from "./Privacy.module.css";
import { takeRequest } from "./requests";

interface Props {
  request: PrivacyRequest;
  /** In the site's time zone. */
  today: string;
}

const TONES = { open: "note", in_progress: "accent", done: "good", refused: "bad", withdrawn: "plain" } as const;

/** One request: of whom, until when, its text, and while it is open what can be done. */
export function Request({ request, today }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { state, closedAt, extensionReason, outcome } = request;
  return (
    <Card as="li">
      <div className="cluster">
        <h2 className={styles.kind}>{t(`admin.privacy.kind.${request.kind}`)}</h2>
        <Tag tone={TONES[state]}>{t(`profile.requests.state.${state}`)}</Tag>
        {request.isOverdue && <Tag tone="bad">{t("profile.requests.overdue")}</Tag>}
      </div>
      <Person request={request} />
      <p className="facts soft small">
        <span>{t(`admin.privacy.channel.${request.channel}`)}</span>
        <span>{t("profile.requests.received", { date: formatDay(lang, request.receivedOn, "date") })}</span>
        {/* In words as well: the colour alone says nothing to some readers. */}
        <span className={request.isOverdue ? styles.overdue : undefined}>
          {t("profile.requests.due", { date: formatDay(lang, request.dueOn, "date") })}
        </span>
        {request.isExtended && <span>{t("admin.privacy.extended")}</span>}
        {closedAt && <DateTime value={closedAt} format="date" say={(date) => t("admin.privacy.closed", { date })} />}
        {request.handlerName && <span>{t("admin.privacy.handler", { name: request.handlerName })}</span>}
      </p>
      {request.isErased && <p className="soft">{t("admin.privacy.erased")}</p>}
      {request.message && <p className={styles.text}>{request.message}</p>}
      {extensionReason && (
        <div className={styles.answer}>
          <h3>{t("profile.requests.extended")}</h3>
          <p className={styles.text}>{extensionReason}</p>
        </div>
      )}
      {outcome && (
        <div className={styles.answer}>
          <h3>{t("profile.requests.answer")}</h3>
          <p className={styles.text}>{outcome}</p>
        </div>
      )}
      {!closedAt && <Acts request={request} today={today} />}
    </Card>
  );
}

function Person({ request: { memberId, personName, personContact } }: { request: PrivacyRequest }) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  if (memberId) {
    const to = visitor?.rights.includes("members")
      ? pathTo.adminMember({ lang, memberId })
      : pathTo.peoplePerson({ lang, personId: memberId });
    return (
      <p>
        <Link className="touch" to={to}>
          <bdi>{personName}</bdi>
        </Link>
      </p>
    );
  }
  if (!personName) return null;
  return (
    <p className="facts">
      <bdi>{personName}</bdi>
      <span className={styles.text}>{personContact}</span>
      <span className="soft small">{t("admin.privacy.noAccount")}</span>
    </p>
  );
}

function Acts({ request, today }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const [opened, setOpened] = useState<"answer" | "extend" | null>(null);
  const { run, isRunning } = useQuickAction();
  const { id, state, handledBy } = request;
  const close = () => setOpened(null);
  if (opened === "answer") return <AnswerForm request={request} onDone={close} />;
  if (opened === "extend") return <ExtendForm request={request} today={today} onDone={close} />;
  const take = () =>
    run(
      () => takeRequest(id),
      t("admin.privacy.said.taken"),
      () => takeRequest(id, false),
    );
  const release = () => run(() => takeRequest(id, false), t("admin.privacy.said.released"));
  return (
    <div className="cluster">
      {state === "open" && (
        <Button isBusy={isRunning} onClick={take}>
          {t("admin.privacy.take")}
        </Button>
      )}
      <Button look={state === "open" ? "plain" : "primary"} onClick={() => setOpened("answer")}>
        {t("admin.privacy.answer")}
      </Button>
      {!request.isExtended && (
        <Button look="quiet" onClick={() => setOpened("extend")}>
          {t("admin.privacy.extend")}
        </Button>
      )}
      {state === "in_progress" && (
        <Button look="quiet" isBusy={isRunning} onClick={release}>
          {t(handledBy === visitor?.id ? "admin.privacy.release" : "admin.privacy.releaseOther")}
        </Button>
      )}
    </div>
  );
}
