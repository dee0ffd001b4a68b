import styles from "./NewItemsBar.module.css";

interface NewsBarProps {
  /** "3 new replies". */
  text: string;
  onShow: () => void;
}

/** New items exist that are not shown yet. The bar covers no input and moves nothing. */
export function NewItemsBar({ text, onShow }: NewsBarProps) {
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.button} onClick={onShow}>
        {text}
      </button>
    </div>
  );
}
