import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import type { ResourceItem, ResourcesPayload } from "../../generated/payloads";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Filters } from "./Filters";
import { Item } from "./Item";
import styles from "./Resources.module.css";

/** The library, shelf by shelf. */
export function Resources({ data }: PageProps<ResourcesPayload>) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <header className="stack" style={{ "--gap": "var(--space-2)" }}>
        <h1>{t("resources.title")}</h1>
        <p className="soft">{t("resources.description")}</p>
      </header>
      {data.categories.length > 0 && <Filters data={data} />}
      <ListState
        items={data.resources}
        empty={<EmptyState title={t(isNarrowed(data) ? "resources.noneFits" : "resources.empty")} />}
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
  );
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
    <section className={styles.shelf}>
      <h2 lang={lang}>{name}</h2>
      <ul className={styles.items}>
        {resources.map((resource) => (
          <Item key={resource.id} resource={resource} />
        ))}
      </ul>
    </section>
  );
}
