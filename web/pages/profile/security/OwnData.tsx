import { fetchOwnData } from "../../../auth/ownAccount";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";

/** All data of the member, as a file. */
export function OwnData() {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(fetchOwnData);
  const handleTake = async () => {
    const outcome = await run();
    if (outcome?.value) save(JSON.stringify(outcome.value, null, 2));
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

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${location.hostname}-my-data.json`;
  link.click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
