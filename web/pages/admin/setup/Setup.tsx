import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { SetupPayload } from "../../../generated/payloads";
import { postponeSetup } from "../../../lib/api/setup";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { AdminFrame } from "../frame/AdminFrame";
import { Ready } from "./Ready";
import styles from "./Setup.module.css";
import { Progress, StepList } from "./StepList";
import { EmailStep } from "./steps/EmailStep";
import { HoursStep } from "./steps/HoursStep";
import { KindStep } from "./steps/KindStep";
import { LanguagesStep } from "./steps/LanguagesStep";
import { LogoStep } from "./steps/LogoStep";
import { LookStep } from "./steps/LookStep";
import { NameStep } from "./steps/NameStep";
import { ForumStep, ServiceStep } from "./steps/OpenStep";
import { PeopleStep } from "./steps/PeopleStep";
import type { StepProps } from "./steps/step";

/** The setup guide: one question at a time, on a phone as well. Each step is stored at once. */
export function Setup({ data }: PageProps<SetupPayload>) {
  const { t } = useTranslation();
  const place = data.steps.findIndex(({ step }) => step === data.step);
  const Shown = data.step ? STEPS[data.step] : null;
  return (
    <AdminFrame isFocused>
      <div className={styles.guide}>
        <div className={styles.way}>
          <div className={styles.wayHead}>
            <p className={styles.wayName}>{t("admin.setup.title")}</p>
            <p className="soft small">
              {place >= 0 && t("admin.setup.place", { number: place + 1, of: data.steps.length })}
            </p>
          </div>
          <Progress steps={data.steps} />
          <nav className={styles.allSteps} aria-label={t("admin.setup.steps")}>
            <StepList steps={data.steps} current={data.step} />
          </nav>
          {data.step && <Later />}
        </div>
        <div className={styles.panel}>
          {/* A step's fields begin with what is stored, also when it was undone. */}
          {Shown ? <Shown key={keyOf(data)} data={data} /> : <Ready data={data} />}
        </div>
      </div>
    </AdminFrame>
  );
}

/** Leaves the guide; the site does not open on it again. */
function Later() {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning } = useAction(postponeSetup);
  const handleLater = async () => {
    const outcome = await run();
    if (outcome && !outcome.failure) navigate(pathTo.adminSetup({ lang }, { step: "end" }));
  };
  return (
    <div className={styles.later}>
      <Button look="quiet" isBusy={isRunning} onClick={handleLater}>
        {t("admin.setup.later")}
      </Button>
    </div>
  );
}

const STEPS: Record<NonNullable<SetupPayload["step"]>, React.ComponentType<StepProps>> = {
  name: NameStep,
  kind: KindStep,
  logo: LogoStep,
  look: LookStep,
  hours: HoursStep,
  languages: LanguagesStep,
  forum: ForumStep,
  service: ServiceStep,
  email: EmailStep,
  people: PeopleStep,
};

function keyOf({ step, steps }: SetupPayload): string {
  // The result of the test stays after the step is done.
  if (step === "email") return step;
  return `${step} ${steps.find((one) => one.step === step)?.state}`;
}
