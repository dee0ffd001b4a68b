import { Avatar } from "../../../components/Avatar";
import type { ForumPerson } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";

interface Props {
  person: ForumPerson | null;
}

/** The author with picture. A former member has neither name nor picture. */
export function PersonFace({ person }: Props) {
  return <Avatar name={person?.displayName ?? "–"} pictureUrl={person?.pictureUrl ?? null} />;
}

/** A name may be in any script and direction: it stands for itself. */
export function PersonName({ person }: Props) {
  const { t } = useTranslation();
  return person ? <bdi>{person.displayName}</bdi> : t("forum.formerMember");
}
