import { useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { Tag } from "../../../components/Tag";
import type { ClosedForum } from "../../../generated/payloads";
import { openConfidential } from "../../../lib/api/rights/areas";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import parts from "../parts/parts.module.css";

interface Props {
  forum: ClosedForum;
}

const LEAST = 10;

/** A confidential forum: closed to administrators until they say why they read it. The reason is logged. */
export function ClosedArea({ forum }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [isOpening, setOpening] = useState(false);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, failure } = useAction(openConfidential);
  const isShort = reason.trim().length < LEAST;
  const handleOpen = async () => {
    setChecked(true);
    if (isShort) return;
    const outcome = await run(forum.id, reason.trim());
    if (!outcome || outcome.failure) return;
    showToast(t("admin.access.opened"), { tone: "success" });
    await refresh();
  };
  return (
    <section className={parts.sheet} aria-labelledby={`closed-${forum.id}`}>
      <div className={parts.head}>
        <h2 id={`closed-${forum.id}`} lang={HTML_LANG[forum.lang]}>
          {forum.name}
        </h2>
        <Tag tone="accent">{t("admin.access.confidential")}</Tag>
      </div>
      <p className="soft">{t("admin.access.openText")}</p>
      {isOpening ? (
        <form
          className={parts.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void handleOpen();
          }}
        >
          <TextField
            label={t("admin.access.reason")}
            hint={t("admin.access.reasonHint")}
            required
            maxLength={500}
            value={reason}
            error={isChecked && isShort ? t("admin.access.reasonHint") : null}
            onChange={(event) => setReason(event.target.value)}
          />
          <FailureNotice failure={failure} />
          <div className="cluster">
            <Button type="submit" look="primary" isBusy={isRunning}>
              {t("admin.access.openTitle")}
            </Button>
            <Button look="quiet" onClick={() => setOpening(false)}>
              {t("common.cancel")}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpening(true)}>{t("admin.access.openTitle")}</Button>
        </div>
      )}
    </section>
  );
}
