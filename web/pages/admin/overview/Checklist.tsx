import { Button, ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { SetupStep } from "../../../generated/payloads";
import { finishSetup } from "../../../lib/api/setup";
import { useLang } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "../frame/AreaIcon";
import { Progress } from "../setup/StepList";
import styles from "./Checklist.module.css";

interface Props {
  steps: readonly SetupStep[];
}

/** Open steps of the setup guide, until an administrator ends it. */
export function Checklist({ steps }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const done = steps.filter(({ state }) => state === "done").length;
  const next = steps.find(({ state }) => state === "open") ?? steps.find(({ state }) => state === "skipped");
  return (
    <section className={styles.panel} aria-labelledby="admin-setup">
      <div className={styles.head}>
        <div>
          <h2 id="admin-setup">{t("admin.setup.title")}</h2>
          <p className="soft small">{t("admin.setup.doneOf", { count: done, of: steps.length })}</p>
        </div>
        <b className={styles.figure} aria-hidden="true">
          {done} / {steps.length}
        </b>
      </div>
      <Progress steps={steps} />
      <ol className={styles.steps}>
        {steps.map(({ step, state }, index) => (
          <li key={step} className={styles.step} data-state={state} data-next={step === next?.step || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {state === "done" ? <AreaIcon name="done" size={18} /> : index + 1}
            </span>
            <span className={styles.text}>
              <b>{t(`admin.setup.step.${step}`)}</b>
              <span className="visually-hidden">{t(`admin.setup.state.${state}`)}</span>
              {step === next?.step && <span className="soft small">{t(`admin.setup.why.${step}`)}</span>}
            </span>
            {state !== "done" && (
              <ButtonLink
                look={step === next?.step ? "primary" : "plain"}
                to={pathTo.adminSetup({ lang }, { step })}
                aria-label={t("admin.setup.doStep", { step: t(`admin.setup.step.${step}`) })}
              >
                {t("admin.setup.do")}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
      <div>
        <Button look="quiet" isBusy={isRunning} onClick={() => run(() => finishSetup(true), t("admin.setup.finished"))}>
          {t("admin.setup.finish")}
        </Button>
      </div>
    </section>
  );
}
