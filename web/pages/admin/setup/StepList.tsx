import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { SetupStep } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "../frame/AreaIcon";
import styles from "./Setup.module.css";

interface Props {
  steps: readonly SetupStep[];
  current: SetupStep["step"] | null;
}

/** All steps with their state; each can be opened again. */
export function StepList({ steps, current }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ol className={styles.steps}>
      {steps.map(({ step, state }, index) => (
        <li key={step}>
          <Link
            to={pathTo.adminSetup({ lang }, { step })}
            className={styles.step}
            data-state={state}
            aria-current={step === current ? "step" : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {state === "done" ? <AreaIcon name="done" size={18} /> : index + 1}
            </span>
            <span className={styles.stepName}>{t(`admin.setup.step.${step}`)}</span>
            <span className="visually-hidden">{t(`admin.setup.state.${state}`)}</span>
            {state === "skipped" && (
              <span className={styles.skipped} aria-hidden="true">
                {t("admin.setup.state.skipped")}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

interface ProgressProps {
  steps: readonly SetupStep[];
}

/** How much is decided, as a bar. Its text stands beside it. */
export function Progress({ steps }: ProgressProps) {
  const decided = steps.filter(({ state }) => state !== "open").length;
  return (
    <div className={styles.progress} aria-hidden="true">
      <span style={{ "--share": decided / steps.length }} />
    </div>
  );
}
