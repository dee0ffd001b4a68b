import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { SearchBox } from "../../components/fields/SearchBox";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { ResourceItem, ResourcesPayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Emergency } from "./Emergency";
import { Filters } from "./Filters";
import { Item } from "./Item";
import styles from "./Resources.module.css";

/** The library, shelf by shelf. */
export function Resources({ data }: PageProps<ResourcesPayload>) {
  const { t } = useTranslation();
  return (
    <div>
      <PageHead title={t("resources.title")} lead={t("resources.description")} />
      {data.asked && <Asked resource={data.asked} />}
      <div className={styles.above}>
        <div className={styles.find}>
          <SearchBox isLarge kind="resource" />
        </div>
        {data.emergency && <Emergency resource={data.emergency} />}
      </div>
      <div className={styles.library}>
        {data.categories.length > 0 && <Filters data={data} />}
        <div className={styles.shelves}>
          <ListState
            items={data.resources}
            empty={isNarrowed(data) ? <EmptyState drawing="shelf" title={t("resources.noneFits")} /> : <NoResources />}
            pager={<Pager next={data.next} />}
          >
            {(resources) =>
              data.categories.map((category) => (
                <Shelf
                  key={category.slug}
                  name={category.name}
                  lang={HTML_LANG[category.language]}
                  resources={resources.filter((resource) => resource.category === category.slug)}
                />
              ))
            }
          </ListState>
        </div>
      </div>
    </div>
  );
}

/** Its file was opened before signing in. */
function Asked({ resource }: { resource: ResourceItem }) {
  const { t } = useTranslation();
  return (
    <div className={styles.asked}>
      <Shelf name={t("resources.asked")} lang={HTML_LANG[useLang()]} resources={[resource]} />
    </div>
  );
}

function NoResources() {
  const { t } = useTranslation();
  const lang = useLang();
  const manages = useVisitor()?.rights.includes("library");
  const add = <ButtonLink to={pathTo.adminResources({ lang })}>{t("resources.add")}</ButtonLink>;
  return <EmptyState drawing="shelf" title={t("resources.empty")} action={manages && add} />;
}

function isNarrowed(data: ResourcesPayload): boolean {
  return data.category !== null || data.kind !== null || data.language !== null;
}

interface ShelfProps {
  name: string;
  lang: string;
  resources: readonly ResourceItem[];
}

function Shelf({ name, lang, resources }: ShelfProps) {
  if (resources.length === 0) return null;
  return (
    <section>
      <h2 className={styles.shelf} lang={lang}>
        {name}
      </h2>
      <ul className="rows">
        {resources.map((resource) => (
          <Item key={resource.id} resource={resource} />
        ))}
      </ul>
    </section>
  );
}
