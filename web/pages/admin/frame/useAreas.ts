/** The areas of the administration, in groups, with the number of things that wait in each. */
import { useLocation } from "react-router";
import { pathTo } from "../../../generated/paths";
import { useLang, usePage, useVisitor } from "../../../lib/context";
import type { Visitor } from "../../../lib/page";

import { useTranslation } from "../../../lib/texts";
import type { IconName } from "./AreaIcon";

export interface Area {
  icon: IconName;
  to: string;
  label: string;
  /** Its name where there is room for one word: under the icon at the foot of a phone. */
  tab?: string;
  waiting: number;
  isCurrent: boolean;
}

export interface AreaGroup {
  label: string;
  areas: Area[];
}

export interface Areas {
  overview: Area;
  groups: AreaGroup[];
  /** Areas in the bar at the bottom of a phone, beside "More". */
  main: Area[];
  /** Counts stop here: "or more". */
  countTo: number;
}

type Right = Visitor["rights"][number];

/** Areas of the visitor: administrators have all, other staff those that their rights open. */
export function useAreas(): Areas {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname } = useLocation();
  const { waiting } = usePage();
  const visitor = useVisitor();
  const area = (icon: IconName, to: string, label: string, count = 0): Area => {
    const isBelow = to !== pathTo.admin({ lang }) && pathname.startsWith(`${to}/`);
    return { icon, to, label, waiting: count, isCurrent: pathname === to || isBelow };
  };
  const may = (...rights: Right[]) => visitor?.isAdmin || rights.some((right) => visitor?.rights.includes(right));
  const areas = (...listed: (Area | false | undefined)[]) => listed.filter((one): one is Area => Boolean(one));
  const isAdmin = visitor?.isAdmin ?? false;
  const overview = area("overview", pathTo.admin({ lang }), t("admin.overview"));
  const bookings = may("bookings") && {
    ...area("bookings", pathTo.adminBookings({ lang }), t("admin.bookings.title"), waiting?.bookings),
    tab: t("admin.bookings.tab"),
  };
  const desk = may("moderate", "messages", "bookings") && {
    ...area("reports", pathTo.adminDesk({ lang }), t("admin.desk.title"), waiting?.cases),
    tab: t("admin.desk.tab"),
  };
  const acts = may("moderate", "write", "edit") && {
    ...area("undo", pathTo.adminActs({ lang }), t("admin.acts.title")),
    tab: t("admin.acts.tab"),
  };
  const members = may("members") && area("members", pathTo.adminMembers({ lang }), t("admin.members.title"));
  const articles =
    may("write", "edit", "translate") &&
    area("articles", pathTo.adminArticles({ lang }), t("admin.articles.title"), waiting?.reviews);
  const translations =
    may("edit", "translate", "library") &&
    area("translations", pathTo.adminTranslations({ lang }), t("admin.translations.title"));
  const messages =
    may("messages") && area("messages", pathTo.adminMessages({ lang }), t("admin.messages.title"), waiting?.messages);
  const groups =
    may("people") && area("groups", pathTo.adminGroups({ lang }), t("admin.groups.title"), waiting?.asking);
  const privacy =
    may("export") && area("privacy", pathTo.adminPrivacy({ lang }), t("admin.privacy.title"), waiting?.privacy);
  const log = may("log") && area("log", pathTo.adminLog({ lang }), t("admin.log.title"));
  const resources = may("library") && area("resources", pathTo.adminResources({ lang }), t("admin.resources.title"));
  return {
    overview,
    groups: [
      {
        label: t("admin.group.content"),
        areas: areas(
          articles,
          translations,
          may("publish") && area("find", pathTo.adminSearches({ lang }), t("admin.searches.short")),
          isAdmin && area("pages", pathTo.adminPages({ lang }), t("admin.pages.title")),
          resources,
          isAdmin && area("appearance", pathTo.adminAppearance({ lang }), t("admin.appearance.title")),
          isAdmin && area("languages", pathTo.adminWording({ lang }), t("admin.wording.title")),
          isAdmin && area("more", pathTo.adminMenu({ lang }), t("admin.menu.title")),
          isAdmin && area("hours", pathTo.adminHours({ lang }), t("admin.hours.short")),
          isAdmin && area("site", pathTo.adminSite({ lang }), t("admin.site.title")),
        ),
      },
      {
        label: t("admin.group.activity"),
        areas: areas(
          bookings,
          isAdmin && area("services", pathTo.adminServices({ lang }), t("admin.services.short")),
          may("hours") && area("members", pathTo.adminPlaces({ lang }), t("admin.places.title")),
          isAdmin && area("forums", pathTo.adminForums({ lang }), t("admin.forums.title")),
          desk,
          acts,
        ),
      },
      {
        label: t("admin.group.people"),
        areas: areas(
          members,
          groups,
          isAdmin && area("invitations", pathTo.adminInvitations({ lang }), t("admin.invitations.short")),
          messages,
          privacy,
          isAdmin && area("incidents", pathTo.adminIncidents({ lang }), t("admin.incidents.title")),
        ),
      },
      {
        label: t("admin.group.upkeep"),
        areas: areas(
          isAdmin && area("settings", pathTo.adminSettings({ lang }), t("admin.settings.title")),
          isAdmin && area("email", pathTo.adminEmail({ lang }), t("admin.email.short")),
          isAdmin && area("messages", pathTo.adminFailed({ lang }), t("admin.failed.short"), waiting?.failed),
          isAdmin && area("health", pathTo.adminHealth({ lang }), t("admin.health.short"), waiting?.unhealthy),
          isAdmin && area("close", pathTo.adminBarriers({ lang }), t("admin.barriers.short")),
          log,
        ),
      },
    ].filter((group) => group.areas.length > 0),
    main: areas(
      overview,
      bookings,
      members,
      desk,
      ...(isAdmin ? [] : [articles, messages, resources, translations, groups, acts, privacy, log]),
    ).slice(0, 4),
    countTo: waiting?.countTo ?? 0,
  };
}
