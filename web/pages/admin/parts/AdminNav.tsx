import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "./AdminNav.module.css";

/** The areas of the administration, at the top of each of its pages. On a phone it is one scrolling row. */
export function AdminNav() {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language, the current one with the path.
  useEffect(() => {
    const nav = row.current;
    if (!nav) return;
    centreCurrent(nav);
    // Larger text, another font or a turned phone change the widths.
    const observer = new ResizeObserver(() => centreCurrent(nav));
    for (const box of [nav, ...nav.children]) observer.observe(box);
    return () => observer.disconnect();
  }, [lang, pathname]);
  const areas = [
    { to: pathTo.admin({ lang }), label: t("admin.overview") },
    { to: pathTo.adminArticles({ lang }), label: t("admin.articles.title") },
    { to: pathTo.adminReports({ lang }), label: t("admin.reports.title") },
    { to: pathTo.adminMessages({ lang }), label: t("admin.messages.title") },
    { to: pathTo.adminBookings({ lang }), label: t("admin.bookings.title") },
    { to: pathTo.adminServices({ lang }), label: t("admin.services.title") },
    { to: pathTo.adminForums({ lang }), label: t("admin.forums.title") },
    { to: pathTo.adminResources({ lang }), label: t("admin.resources.title") },
    { to: pathTo.adminMembers({ lang }), label: t("admin.members.title"), also: pathTo.adminInvitations({ lang }) },
    { to: pathTo.adminSite({ lang }), label: t("admin.site.title") },
  ];
  const isHere = ({ to, also }: { to: string; also?: string }) =>
    pathname === to || pathname === also || (to !== pathTo.admin({ lang }) && pathname.startsWith(`${to}/`));
  return (
    <nav ref={row} className={styles.nav} aria-label={t("admin.areas")}>
      {areas.map((area) => (
        <Link key={area.to} to={area.to} className={styles.link} aria-current={isHere(area) ? "page" : undefined}>
          {area.label}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the current area into view. Only the row scrolls: the page's position may have been restored. */
function centreCurrent(row: HTMLElement) {
  const link = row.querySelector("[aria-current]");
  if (!link) return;
  const [frame, shown] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += shown.left + shown.width / 2 - (frame.left + frame.width / 2);
}
