import { Button, ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { SetupPayload } from "../../../generated/payloads";
import { finishSetup } from "../../../lib/api/setup";
import { useLang, useSite } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "../frame/AreaIcon";
import styles from "./Setup.module.css";

interface Props {
  data: SetupPayload;
}

/** After the last step, and after "later": what is left, and the ways to the site and to the administration. */
export function Ready({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const site = useSite();
  const { run, isRunning } = useQuickAction();
  const left = data.steps.filter(({ state }) => state !== "done");
  const handleFinish = () =>
    run(() => finishSetup(!data.isFinished), t(data.isFinished ? "admin.setup.reopened" : "admin.setup.finished"));
  return (
    <div className={styles.form}>
      <span className={styles.readyMark} aria-hidden="true">
        <AreaIcon name="done" size={32} />
      </span>
      <div className={styles.question}>
        <h1>{t(left.length === 0 ? "admin.setup.ready.title" : "admin.setup.ready.titleLeft", { name: site.name })}</h1>
        <p className="soft">
          {left.length === 0 ? t("admin.setup.ready.lead") : t("admin.setup.ready.left", { count: left.length })}
        </p>
      </div>
      <div className={styles.acts}>
        <ButtonLink look="primary" isWide to={pathTo.home({ lang })}>
          {t("admin.seeSite")}
        </ButtonLink>
        <ButtonLink isWide to={pathTo.admin({ lang })}>
          {t("admin.setup.ready.overview")}
        </ButtonLink>
        <Button look="quiet" isBusy={isRunning} onClick={handleFinish}>
          {t(data.isFinished ? "admin.setup.reopen" : "admin.setup.finish")}
        </Button>
      </div>
    </div>
  );
}
