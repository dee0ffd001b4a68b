import { Link } from "react-router";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "./AreaIcon";
import styles from "./Frame.module.css";
import type { Area, Areas } from "./useAreas";

interface Props {
  areas: Areas;
}

/** Every area, in groups: in the sidebar, and in the sheet on phones. */
export function AreaLinks({ areas }: Props) {
  return (
    <div className={styles.links}>
      <AreaLink area={areas.overview} countTo={areas.countTo} />
      {areas.groups.map((group) => (
        <div key={group.label} className={styles.group}>
          <p className={styles.groupName}>{group.label}</p>
          <div className={styles.groupLinks}>
            {group.areas.map((area) => (
              <AreaLink key={area.to} area={area} countTo={areas.countTo} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

interface AreaLinkProps {
  area: Area;
  countTo: number;
}

function AreaLink({ area, countTo }: AreaLinkProps) {
  return (
    <Link to={area.to} className={styles.link} aria-current={area.isCurrent ? "page" : undefined}>
      <AreaIcon name={area.icon} />
      <span className={styles.linkText}>{area.label}</span>
      <Count value={area.waiting} to={countTo} className={styles.count} />
    </Link>
  );
}

interface CountProps {
  value: number;
  to: number;
  className: string | undefined;
}

/** How many wait: a number for the eye, a sentence for screen readers. Nothing at zero. */
export function Count({ value, to, className }: CountProps) {
  const { t } = useTranslation();
  if (value === 0) return null;
  return (
    <>
      <span className={className} aria-hidden="true">
        {value >= to ? `${to - 1}+` : value}
      </span>
      <span className="visually-hidden">{t("admin.waitingHere", { count: value })}</span>
    </>
  );
}
