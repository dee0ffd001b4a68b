import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ArticleIcon, ForumIcon } from "../../components/icons";
import { Pager } from "../../components/Pager";
import { PageHead, SectionHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { GroupPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Item } from "../resources/Item";
import styles from "./groups.module.css";
import { Membership } from "./Membership";

/** One group: its purpose, its forums and, for its members, its articles, its resources and the other members. */
export function Group({ data }: PageProps<GroupPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { group, areas, articles, resources, members } = data;
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
                <Link
                  className="stretched"
                  to={pathTo.forumForum({ lang, forumId: area.slug })}
                  lang={HTML_LANG[area.lang]}
                >
                  {area.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {articles.length > 0 && (
        <section>
          <SectionHead title={t("groups.articles")} />
          <ul className="rows">
            {articles.map((article) => (
              <li key={article.id} className={styles.line}>
                <ArticleIcon />
                <div className={styles.words} lang={HTML_LANG[article.lang]}>
                  <Link className="stretched" to={pathTo.blogArticle({ lang, blogId: article.slug })}>
                    {article.title}
                  </Link>
                  <p className="facts soft small" lang={HTML_LANG[lang]}>
                    {article.author && <span>{article.author.displayName}</span>}
                    <DateTime value={article.publishAt} format="date" />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {resources.length > 0 && (
        <section>
          <SectionHead title={t("groups.resources")} />
          <ul className="rows">
            {resources.map((resource) => (
              <Item key={resource.id} resource={resource} />
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
