/** The areas of the administration, in groups, with the number of things that wait in each. */
import { useLocation } from "react-router";
import { pathTo } from "../../../generated/paths";
import { useLang, usePage } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import type { IconName } from "./AreaIcon";

export interface Area {
  icon: IconName;
  to: string;
  label: string;
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
  /** What the bar at the foot of a phone shows, beside "More". */
  main: Area[];
  /** Counts stop here: "or more". */
  countTo: number;
}

export function useAreas(): Areas {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname } = useLocation();
  const { waiting } = usePage();
  const area = (icon: IconName, to: string, label: string, count = 0): Area => {
    const isBelow = to !== pathTo.admin({ lang }) && pathname.startsWith(`${to}/`);
    return { icon, to, label, waiting: count, isCurrent: pathname === to || isBelow };
  };
  const overview = area("overview", pathTo.admin({ lang }), t("admin.overview"));
  const bookings = area("bookings", pathTo.adminBookings({ lang }), t("admin.bookings.title"), waiting?.bookings);
  const reports = area("reports", pathTo.adminReports({ lang }), t("admin.reports.title"), waiting?.reports);
  const members = area("members", pathTo.adminMembers({ lang }), t("admin.members.title"));
  return {
    overview,
    groups: [
      {
        label: t("admin.group.content"),
        areas: [
          area("articles", pathTo.adminArticles({ lang }), t("admin.articles.title")),
          area("pages", pathTo.adminPages({ lang }), t("admin.pages.title")),
          area("resources", pathTo.adminResources({ lang }), t("admin.resources.title")),
          area("appearance", pathTo.adminAppearance({ lang }), t("admin.appearance.title")),
          area("languages", pathTo.adminWording({ lang }), t("admin.wording.title")),
          area("more", pathTo.adminMenu({ lang }), t("admin.menu.title")),
          area("hours", pathTo.adminHours({ lang }), t("admin.hours.short")),
          area("site", pathTo.adminSite({ lang }), t("admin.site.title")),
        ],
      },
      {
        label: t("admin.group.activity"),
        areas: [
          bookings,
          area("services", pathTo.adminServices({ lang }), t("admin.services.short")),
          area("forums", pathTo.adminForums({ lang }), t("admin.forums.title")),
          reports,
        ],
      },
      {
        label: t("admin.group.people"),
        areas: [
          members,
          area("invitations", pathTo.adminInvitations({ lang }), t("admin.invitations.short")),
          area("messages", pathTo.adminMessages({ lang }), t("admin.messages.title"), waiting?.messages),
        ],
      },
      {
        label: t("admin.group.upkeep"),
        areas: [
          area("settings", pathTo.adminSettings({ lang }), t("admin.settings.title")),
          area("email", pathTo.adminEmail({ lang }), t("admin.email.short")),
        ],
      },
    ],
    main: [overview, bookings, members, reports],
    countTo: waiting?.countTo ?? 0,
  };
}
