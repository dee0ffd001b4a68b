import { useId, useState } from "react";
import { TextField } from "../../../components/fields/Field";
import { PictureField } from "../../../components/fields/PictureField";
import { findTopic, nameTopic } from "../../../lib/api/topics";
import { isImageAddress } from "../../../lib/richText/address";
import { useTranslation } from "../../../lib/texts";
import { CARD, sourceOf } from "../../../lib/uploads/pictures";
import styles from "./Edit.module.css";
import { readTags } from "./form";
import type { Writing } from "./useArticleEditor";

interface Props {
  writing: Writing;
  tags: string[];
}

/** Settings shared by all languages of the article. */
export function Facts({ writing, tags }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const { form, change, errors } = writing;
  const cover = form.coverUrl.trim();
  // The article carries topics; the writer reads and writes their names.
  const [names, setNames] = useState(() => listed(readTags(form.tags).map((tag) => nameTopic(t, tag))));
  const handleNames = (line: string) => {
    setNames(line);
    change({ tags: listed(readTags(line).map((name) => findTopic(t, name))) });
  };
  return (
    <div className="stack">
      <TextField
        label={t("blog.write.tags")}
        hint={t("blog.write.tagsHint")}
        error={errors.tags && t(errors.tags)}
        list={listId}
        value={names}
        onChange={(event) => handleNames(event.target.value)}
      />
      <datalist id={listId}>
        {tags.map((tag) => (
          <option key={tag} value={nameTopic(t, tag)} />
        ))}
      </datalist>
      <PictureField
        label={t("blog.write.cover")}
        hint={t("blog.write.coverHint")}
        address={cover}
        place="article"
        onChange={(coverUrl) => change({ coverUrl })}
      >
        {cover && isImageAddress(cover) && (
          <img className={styles.cover} {...sourceOf(cover, CARD)} alt="" width="640" height="360" />
        )}
      </PictureField>
      {errors.coverUrl && <p className={styles.error}>{t(errors.coverUrl)}</p>}
    </div>
  );
}

function listed(tags: readonly string[]): string {
  return tags.join(", ");
}
