import { useId } from "react";
import { TextField } from "../../../components/Field";
import { isImageAddress } from "../../../lib/richText/address";
import { useTranslation } from "../../../lib/texts";
import type { Writing } from "./useWriting";
import styles from "./Write.module.css";

interface Props {
  writing: Writing;
  tags: string[];
}

/** What all languages of the article share. */
export function Facts({ writing, tags }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const { form, change, errors } = writing;
  const cover = form.coverUrl.trim();
  return (
    <div className="stack">
      <TextField
        label={t("blog.write.tags")}
        hint={t("blog.write.tagsHint")}
        error={errors.tags && t(errors.tags)}
        list={listId}
        value={form.tags}
        onChange={(event) => change({ tags: event.target.value })}
      />
      <datalist id={listId}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <TextField
        label={t("blog.write.cover")}
        error={errors.coverUrl && t(errors.coverUrl)}
        inputMode="url"
        placeholder="https://"
        value={form.coverUrl}
        onChange={(event) => change({ coverUrl: event.target.value })}
      />
      {cover && isImageAddress(cover) && <img className={styles.cover} src={cover} alt="" width="640" height="360" />}
    </div>
  );
}
