import { fetchOwnData } from "../../../auth/ownAccount";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { saveFile } from "../../../lib/uploads/saveFile";

/** All data of the member, as a file. */
export function OwnData() {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(fetchOwnData);
  const handleTake = async () => {
    const outcome = await run();
    if (outcome?.value) saveFile("my-data.json", JSON.stringify(outcome.value, null, 2), "application/json");
  };
  return (
    <>
      <FailureNotice failure={failure} onRetry={handleTake} />
      <Button isBusy={isRunning} onClick={handleTake}>
        {t("profile.security.dataTake")}
      </Button>
    </>
  );
}
