import { ArticleIcon, CalendarIcon, ForumIcon, ResourcesIcon } from "../components/icons";
import { pathTo } from "../generated/paths";
import { useLang } from "../lib/context";
import { useTranslation } from "../lib/texts";

export interface Area {
  path: string;
  name: string;
  Icon: (props: { size?: number }) => React.ReactNode;
}

/** The areas of the site, the most used first. */
export function useAreas(): Area[] {
  const { t } = useTranslation();
  const lang = useLang();
  return [
    { path: pathTo.blog({ lang }), name: t("nav.blog"), Icon: ArticleIcon },
    { path: pathTo.forum({ lang }), name: t("nav.forum"), Icon: ForumIcon },
    { path: pathTo.book({ lang }), name: t("nav.book"), Icon: CalendarIcon },
    { path: pathTo.resources({ lang }), name: t("nav.resources"), Icon: ResourcesIcon },
  ];
}
