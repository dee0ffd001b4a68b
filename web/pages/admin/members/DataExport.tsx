import { Button, ButtonLink } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { pathTo } from "../../../generated/paths";
import type { MemberPayload } from "../../../generated/payloads";
import { fetchMemberData } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { saveFile } from "../../../lib/uploads/saveFile";
import styles from "../parts/parts.module.css";

interface Props {
  member: MemberPayload;
}

/** All data of the member as a file, when they ask for it. */
export function DataExport({ member }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(fetchMemberData);
  const handleTake = async () => {
    const outcome = await run(member.id);
    if (outcome?.value) saveFile("member-data.json", JSON.stringify(outcome.value, null, 2), "application/json");
  };
  return (
    <section className={styles.sheet} aria-labelledby="member-data">
      <h2 id="member-data">{t("admin.member.data")}</h2>
      <p className="soft">{t("admin.member.dataText")}</p>
      <FailureNotice failure={failure} onRetry={handleTake} />
      <div className="cluster">
        <Button isBusy={isRunning} onClick={handleTake}>
          {t("admin.member.dataTake")}
        </Button>
        <ButtonLink look="quiet" to={pathTo.adminPrivacy({ lang }, { member: member.id })}>
          {t("admin.privacy.addOf")}
        </ButtonLink>
      </div>
    </section>
  );
}
