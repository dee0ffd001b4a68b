import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { ForumIcon } from "../../components/icons";
import { Pager } from "../../components/Pager";
import { PageHead, SectionHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { GroupPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./groups.module.css";
import { Membership } from "./Membership";

/** One group: what it is for, its forums and, for its members, who is in it. */
export function Group({ data }: PageProps<GroupPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { group, areas, members } = data;
  return (
    <div className={styles.page}>
      <PageHead
        eyebrow={<Link to={pathTo.groups({ lang })}>{t("groups.title")}</Link>}
        title={<span lang={HTML_LANG[group.lang]}>{group.name}</span>}
        lead={group.description && <span lang={HTML_LANG[group.lang]}>{group.description}</span>}
        action={
          group.isLed && (
            <ButtonLink to={pathTo.adminGroup({ lang, groupId: group.id })}>{t("groups.manage")}</ButtonLink>
          )
        }
      />
      <div className={styles.state}>
        <p className="facts soft small">
          <span>{t("groups.count", { count: group.memberCount })}</span>
          <span>{t(`groups.joining.${group.joining}`)}</span>
        </p>
        <Membership group={group} />
      </div>
      {areas.length > 0 && (
        <section>
          <SectionHead title={t("groups.areas")} />
          <ul className="rows">
            {areas.map((area) => (
              <li key={area.slug} className={styles.line}>
                <ForumIcon />
                <Link to={pathTo.forumForum({ lang, forumId: area.slug })} lang={HTML_LANG[area.lang]}>
                  {area.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {members.length > 0 && (
        <section>
          <SectionHead title={t("groups.members")} />
          <ul className={styles.people}>
            {members.map((member) => (
              <li key={member.id} className={styles.person}>
                <Avatar name={member.displayName} pictureUrl={member.pictureUrl} />
                <Link to={pathTo.peoplePerson({ lang, personId: member.id })}>
                  <bdi>{member.displayName}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          <Pager next={data.next} />
        </section>
      )}
    </div>
  );
}
