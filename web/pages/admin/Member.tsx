import { useState } from "react";
import { Avatar } from "../../components/Avatar";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { Skeleton } from "../../components/feedback/Skeleton";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { MemberPayload } from "../../generated/payloads";
import { showAccount } from "../../lib/api/members";
import { useLang, useVisitor } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useFetched } from "../../lib/requests/useFetched";
import { useTranslation } from "../../lib/texts";
import { CleanButton } from "../forum/bulk/CleanButton";
import { EmailTrouble } from "./email/EmailTrouble";
import { AccountFacts } from "./members/AccountFacts";
import { AdministratorSwitch } from "./members/AdministratorSwitch";
import { ChangeAccount } from "./members/ChangeAccount";
import { DataExport } from "./members/DataExport";
import { MemberActions } from "./members/MemberActions";
import { MemberDeletion } from "./members/MemberDeletion";
import { MemberPenalties } from "./members/MemberPenalties";
import { Roles } from "./members/Roles";
import { SeeAsMember } from "./members/SeeAsMember";
import { AdminPage } from "./parts/AdminPage";
import styles from "./parts/parts.module.css";
import { TrustLevel } from "./trust/TrustLevel";

/** One member: the account's data, and the actions of administrators. */
export function Member({ data }: PageProps<MemberPayload>) {
  // Another member's account is never what is shown, and acted on, under this one's name.
  return <MemberSheet key={data.id} data={data} />;
}

function MemberSheet({ data: member }: PageProps<MemberPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  return (
    <AdminPage title={member.displayName} back={{ to: pathTo.adminMembers({ lang }), label: t("admin.member.back") }}>
      {member.dueAt && <MemberDeletion member={member} dueAt={member.dueAt} />}
      <div className={styles.sheet}>
        <p className="cluster">
          <Avatar name={member.displayName} pictureUrl={member.pictureUrl} />
          <span>{member.email}</span>
          {member.isAdmin && <Tag tone="accent">{t("admin.members.administrator")}</Tag>}
        </p>
        {visitor?.isAdmin && (member.isAdmin || !member.isDeleted) && <AdministratorSwitch member={member} />}
      </div>
      {member.bounces && <EmailTrouble member={member} bounces={member.bounces} />}
      {member.roles && <Roles member={member} roles={member.roles} />}
      {visitor?.isAdmin && !member.isAdmin && !member.isDeleted && <SeeAsMember member={member} />}
      {!member.isAdmin && !member.isDeleted && visitor?.rights.includes("moderate") && (
        <MemberPenalties id={member.id} />
      )}
      {member.trust && <TrustLevel key={member.trust.pinnedLevel} member={member.id} trust={member.trust} />}
      {visitor?.isAdmin && <Account member={member} />}
      {visitor?.rights.includes("moderate") && !member.isAdmin && <Posts member={member} />}
      {visitor?.rights.includes("export") && <DataExport member={member} />}
    </AdminPage>
  );
}

/** Posts and replies of the member. */
function Posts({ member }: { member: MemberPayload }) {
  const { t } = useTranslation();
  return (
    <section className={styles.sheet} aria-labelledby="member-posts">
      <h2 id="member-posts">{t("admin.member.posts")}</h2>
      <div>
        <CleanButton member={member} label={t("admin.member.clean")} />
      </div>
    </section>
  );
}

/** The account in the auth service, which administrators alone read and change. */
function Account({ member }: { member: MemberPayload }) {
  const { t } = useTranslation();
  const [load] = useState(() => () => showAccount(member.id));
  const { value: user, failure, isLoading, fetch } = useFetched(load);
  const canChange = !member.isAdmin && !member.isDeleted;
  return (
    <>
      <div className={styles.sheet}>
        {isLoading && <Skeleton lines={6} />}
        <FailureNotice failure={failure} onRetry={fetch} />
        {user && <AccountFacts user={user} canChange={canChange} onChange={fetch} />}
      </div>
      {member.isAdmin && <p className="soft">{t("admin.member.isAdministrator")}</p>}
      {user && canChange && (
        <>
          <ChangeAccount key={user.updated_at} user={user} onChange={fetch} />
          <MemberActions user={user} member={member} />
        </>
      )}
    </>
  );
}
