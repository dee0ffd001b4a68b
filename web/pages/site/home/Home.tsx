import { Link } from "react-router";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { SectionHead } from "../../../components/parts/Heads";
import { RichText } from "../../../components/richText/RichText";
import { LanguageTag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { HomePayload, HomeResource } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { Articles } from "./Articles";
import { Cover, isLead } from "./Cover";
import styles from "./Home.module.css";
import { Topics } from "./Topics";
import { Ways } from "./Ways";
import { Week } from "./Week";

type Section = HomePayload["sections"][number];

/** The home page: the cover, then the sections that the administrator chose, in their order, as far as they have content. */
export function Home({ data }: PageProps<HomePayload>) {
  const { t } = useTranslation();
  const shown = data.sections.filter((section) => hasContent(section, data));
  const isEmpty = [data.articles, data.topics, data.events, data.resources].every((list) => list.length === 0);
  return (
    <>
      <Cover data={data} />
      <div className={styles.sections}>
        {pairs(shown).map((row) => (
          <div key={row[0]} className={row.length > 1 ? styles.pair : undefined}>
            {row.map((section) => (
              <OneSection key={section} section={section} isFirst={section === shown[0]} data={data} />
            ))}
          </div>
        ))}
        {isEmpty && <EmptyState title={t("home.empty")} />}
      </div>
    </>
  );
}

/** Topics and dates stand side by side on a wide screen where one follows the other. */
function pairs(sections: Section[]): Section[][] {
  const rows: Section[][] = [];
  for (const section of sections) {
    const last = rows.at(-1);
    const isBeside = NARROW.has(section) && last?.length === 1 && last[0] && NARROW.has(last[0]);
    if (isBeside) last.push(section);
    else rows.push([section]);
  }
  return rows;
}

const NARROW: ReadonlySet<Section> = new Set(["talk", "week"]);

function hasContent(section: Section, data: HomePayload): boolean {
  if (section === "ways") return true;
  if (section === "welcome") return data.text !== null && !isLead(data.text);
  const lists = { talk: data.topics, week: data.events, articles: data.articles, resources: data.resources };
  return lists[section].length > 0;
}

interface SectionProps {
  section: Section;
  isFirst: boolean;
  data: HomePayload;
}

function OneSection({ section, isFirst, data }: SectionProps) {
  switch (section) {
    case "ways":
      return <Ways isFirst={isFirst} />;
    case "talk":
      return <Topics topics={data.topics} />;
    case "week":
      return <Week events={data.events} />;
    case "articles":
      return <Articles articles={data.articles} />;
    case "resources":
      return <Resources resources={data.resources} />;
    case "welcome":
      return <Welcome text={data.text} />;
  }
}

function Welcome({ text }: Pick<HomePayload, "text">) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name } = useSite();
  if (!text) return null;
  return (
    <section className={styles.welcome} aria-labelledby="home-welcome">
      <SectionHead
        id="home-welcome"
        title={t("about.of", { name })}
        more={{ to: pathTo.about({ lang }), label: t("home.more") }}
      />
      <RichText document={text.body} lang={text.lang === lang ? undefined : HTML_LANG[text.lang]} />
    </section>
  );
}

function Resources({ resources }: { resources: HomeResource[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="home-resources">
      <SectionHead
        id="home-resources"
        title={t("home.resources")}
        more={{ to: pathTo.resources({ lang }), label: t("home.allResources") }}
      />
      <ul className={styles.resources}>
        {resources.map((resource) => (
          <li key={resource.id}>
            <a
              className="stretched"
              href={resource.url}
              lang={resource.lang === lang ? undefined : HTML_LANG[resource.lang]}
            >
              {resource.title}
            </a>
            <span className="small soft">
              {t(`resources.kind.${resource.kind}`)}{" "}
              {resource.fileLang && resource.fileLang !== lang && <LanguageTag language={resource.fileLang} />}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.contact}>
        <Link to={pathTo.contact({ lang })}>{t("home.askUs")}</Link>
      </p>
    </section>
  );
}
