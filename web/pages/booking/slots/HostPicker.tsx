import { Tag } from "../../../components/Tag";
import type { BookServicePayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { useChoice } from "./choice";

interface Props {
  data: BookServicePayload;
}

/** Any suitable person, or one of them: links, so it works without scripts too. A chosen time stays chosen. */
export function HostPicker({ data: { hosts, host } }: Props) {
  const { t } = useTranslation();
  const choose = useChoice();
  if (hosts.length === 0) return null;
  return (
    <nav className="cluster" aria-label={t("book.service.host")}>
      {[{ id: null, name: t("book.service.anyHost") }, ...hosts].map(({ id, name }) => (
        <Tag key={id} to={choose({ host: id })} isCurrent={id === host}>
          {name}
        </Tag>
      ))}
    </nav>
  );
}
