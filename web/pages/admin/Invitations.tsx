import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import type { InvitationsPayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { CreateMember } from "./members/CreateMember";
import { InvitationItem } from "./members/invitations/InvitationItem";
import { InviteByLink } from "./members/invitations/InviteByLink";
import { InviteByMessage } from "./members/invitations/InviteByMessage";
import { InviteList } from "./members/invitations/list/InviteList";
import { AdminPage } from "./parts/AdminPage";
import styles from "./parts/parts.module.css";

/** Invitations: by email or SMS, for a list of people, by a link for many, or an account created for a member. */
export function Invitations({ data }: PageProps<InvitationsPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.invitations.title")}>
      <InviteByMessage roles={data.roles} groups={data.groups} sendsSms={data.sendsSms} />
      <InviteList roles={data.roles} groups={data.groups} sendsSms={data.sendsSms} />
      <InviteByLink roles={data.roles} groups={data.groups} />
      <section className={styles.list} aria-labelledby="links">
        <h2 id="links">{t("admin.invitations.links")}</h2>
        <ListState
          items={data.invitations}
          empty={<EmptyState title={t("admin.invitations.empty")} />}
          pager={<Pager next={data.next} />}
        >
          {(items) =>
            items.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} roles={data.roles} groups={data.groups} />
            ))
          }
        </ListState>
      </section>
      <CreateMember />
    </AdminPage>
  );
}
