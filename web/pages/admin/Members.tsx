import { Form } from "react-router";
import { Button, ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { TextField } from "../../components/fields/Field";
import { Pager } from "../../components/Pager";
import { pathTo } from "../../generated/paths";
import type { MembersPayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Members.module.css";
import { MemberItem } from "./members/MemberItem";
import { AdminPage } from "./parts/AdminPage";

/** Members, searched by name or address, and administrators. */
export function Members({ data }: PageProps<MembersPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  return (
    <AdminPage
      title={t("admin.members.title")}
      action={isAdmin && <ButtonLink to={pathTo.adminInvitations({ lang })}>{t("admin.invitations.title")}</ButtonLink>}
    >
      <Form
        method="get"
        action={pathTo.adminMembers({ lang })}
        role="search"
        aria-label={t("admin.members.search")}
        className={styles.search}
      >
        <TextField
          key={data.wanted}
          name="q"
          type="search"
          label={t("admin.members.search")}
          defaultValue={data.wanted}
          maxLength={200}
          required
        />
        <Button type="submit">{t("nav.search")}</Button>
      </Form>
      <ListState
        items={data.members}
        empty={<EmptyState title={t("admin.members.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(members) => (
          <ul className={styles.list}>
            {members.map((member) => (
              <MemberItem key={member.id} member={member} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}
