import type { DraftState as State } from "../../lib/forms/drafts";
import { DraftState } from "./DraftState";
import styles from "./EditorBar.module.css";

interface Props {
  draft: State;
  children: React.ReactNode;
}

/** Stays at the foot of the window while a long text is written: where its draft is stored, and what can be done. */
export function EditorBar({ draft, children }: Props) {
  return (
    <div className={styles.bar}>
      <div className={styles.state}>
        <DraftState state={draft} />
      </div>
      {children}
    </div>
  );
}
