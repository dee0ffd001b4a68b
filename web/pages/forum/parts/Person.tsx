import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { pathTo } from "../../../generated/paths";
import type { ForumPerson } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";

interface Props {
  person: ForumPerson | null;
}

/** The author with picture. A former member has neither name nor picture. */
export function PersonFace({ person }: Props) {
  return <Avatar name={person?.displayName ?? "–"} pictureUrl={person?.pictureUrl ?? null} />;
}

/** A name may be in any script and direction: it stands for itself. It leads to the member's page. */
export function PersonName({ person }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!person) return t("forum.formerMember");
  return (
    <Link to={pathTo.peoplePerson({ lang, personId: person.id })}>
      <bdi>{person.displayName}</bdi>
    </Link>
  );
}
