import styles from "./NewItemsBar.module.css";

interface NewsBarProps {
  /** "3 new replies". */
  text: string;
  onShow: () => void;
}

/** Something new has come that is not shown yet. It covers nothing that is being written, and moves nothing. */
export function NewItemsBar({ text, onShow }: NewsBarProps) {
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.button} onClick={onShow}>
        {text}
      </button>
    </div>
  );
}
