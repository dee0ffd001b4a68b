import { ButtonLink } from "../../../components/Button";
import { PlusIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "./NewPostLink.module.css";

interface Props {
  /** The slug of the forum to post in. */
  forum?: string;
  /** In an empty list it stays below the text, which it would cover. */
  isInPlace?: boolean;
}

/** The main act of the forum's lists. On a phone it floats above the navigation, within reach of the thumb. */
export function NewPostLink({ forum, isInPlace = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <span className={isInPlace ? undefined : styles.place}>
      <ButtonLink look="primary" size="big" to={pathTo.postNew({ lang }, forum ? { forum } : {})}>
        <PlusIcon />
        {t("forum.newPost")}
      </ButtonLink>
    </span>
  );
}
