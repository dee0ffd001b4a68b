import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { MemberRow } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "../Members.module.css";

interface Props {
  member: MemberRow;
}

/** One member of the list. */
export function MemberItem({ member }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li className={styles.row}>
      <Avatar name={member.displayName} pictureUrl={member.pictureUrl} />
      <div className={styles.who}>
        <p className="cluster">
          <Link to={pathTo.adminMember({ lang, memberId: member.id })} className={`touch ${styles.name}`}>
            {member.displayName}
          </Link>
          {member.isAdmin && <Tag tone="accent">{t("admin.members.administrator")}</Tag>}
          {member.isDeleted && <Tag tone="bad">{t("admin.members.deleted")}</Tag>}
          {!member.isConfirmed && <Tag tone="note">{t("admin.members.unconfirmed")}</Tag>}
        </p>
        <p className={`cluster soft small ${styles.facts}`}>
          {member.email && <span>{member.email}</span>}
          <DateTime value={member.createdAt} format="shortDate" say={(date) => t("profile.since", { date })} />
        </p>
      </div>
    </li>
  );
}
