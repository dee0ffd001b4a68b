import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { showInRow } from "../../../lib/format/showInRow";
import { useTranslation } from "../../../lib/texts";
import styles from "./FormSections.module.css";

interface Step {
  /** The id of its section. */
  id: string;
  title: string;
  isWrong?: boolean;
}

interface Props {
  steps: readonly Step[];
  children: React.ReactNode;
}

/** A long form on one page: its sections, and a list of them that leads to each and marks those with a mistake. */
export function FormSections({ steps, children }: Props) {
  const { t } = useTranslation();
  const current = useCurrentSection(steps.map(({ id }) => id).join(" "));
  const row = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another section is read.
  useEffect(() => showInRow(row.current, row.current?.querySelector<HTMLElement>("[aria-current]")), [current]);
  return (
    <div className={styles.columns}>
      <nav className={styles.nav} aria-label={t("admin.form.steps")}>
        <ol ref={row} className={styles.steps}>
          {steps.map(({ id, title, isWrong = false }, at) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                className={styles.step}
                data-wrong={isWrong || undefined}
                aria-current={id === current ? "step" : undefined}
              >
                <span className={styles.mark} aria-hidden="true">
                  {isWrong ? "!" : at + 1}
                </span>
                <span>{title}</span>
                {isWrong && <span className="visually-hidden">{t("admin.form.wrong")}</span>}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  children: React.ReactNode;
}

export function FormSection({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && <p className="soft small">{lead}</p>}
      {children}
    </section>
  );
}

interface MoreProps {
  title: string;
  /** The values inside, in short. */
  facts?: string;
  /** Something inside differs from its default, or is wrong: it opens by itself. */
  isNeeded: boolean;
  children: React.ReactNode;
}

/** Rarely used fields, folded. It never closes by itself, so that no field goes away while it is being corrected. */
export function MoreRules({ title, facts, isNeeded, children }: MoreProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} {facts && <span className={styles.facts}>{facts}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** The section that is being read: the last one whose beginning has passed the upper third of the window. */
function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState(ids.split(" ")[0]);
  useEffect(() => {
    const sections = ids.split(" ").map((id) => document.getElementById(id));
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const last = ids.split(" ").findLast((id) => inSight.has(id));
        if (last) setCurrent(last);
      },
      { rootMargin: "0px 0px -66% 0px" },
    );
    for (const section of sections) if (section) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
