import { useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { ArrowIcon, GlobeIcon } from "../../../components/icons";
import { PageHead } from "../../../components/parts/Heads";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { LanguageTag, Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { TranslationRequest, TranslationsPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import { Crumbs } from "../parts/Crumbs";
import styles from "./translate.module.css";

const loadDialog = () => import("./TranslationDialog").then((module) => module.TranslationDialog);

/** Texts with requests for a translation that the visitor can write. */
export function Translations({ data }: PageProps<TranslationsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const [open, setOpen] = useState<TranslationRequest | null>(null);
  const { Part: Dialog, want } = usePart(loadDialog, "editor");
  const profile = (
    <ButtonLink look="soft" to={pathTo.profile({ lang })}>
      {t("translation.list.languages")}
    </ButtonLink>
  );
  return (
    <>
      <Crumbs />
      <PageHead title={t("translation.list.title")} lead={t("translation.list.lead")} />
      <ListState
        items={data.requests}
        empty={
          <EmptyState title={t("translation.list.empty")} action={profile}>
            {t("translation.list.emptyText")}
          </EmptyState>
        }
      >
        {(requests) => (
          <ul className="rows">
            {requests.map((request) => (
              <Row
                key={request.id + request.wanted}
                request={request}
                onOpen={() => {
                  setOpen(request);
                  want();
                }}
              />
            ))}
          </ul>
        )}
      </ListState>
      {open && Dialog && (
        <Dialog
          thing={open.isReply ? { reply: open.id } : { post: open.id }}
          language={open.original}
          wanted={open.wanted}
          topic={open.id}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  request: TranslationRequest;
  onOpen: () => void;
}

function Row({ request, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { path, original, wanted, title, excerpt, requests, isReply, isMine, isOutdated, askedAt } = request;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.pair}>
          <LanguageTag language={original} />
          <ArrowIcon size={16} />
          <LanguageTag language={wanted} />
          {isOutdated && <Tag tone="note">{t("translation.list.outdated")}</Tag>}
        </p>
        <Link className={styles.link} to={path} lang={HTML_LANG[original]}>
          {title}
        </Link>
        <p className={styles.excerpt} lang={HTML_LANG[original]}>
          {excerpt}
        </p>
        <p className="facts">
          {isReply && <span>{t("translation.list.reply")}</span>}
          <span>{t("translation.asking", { count: requests })}</span>
          {isMine && <span>{t("translation.list.mine")}</span>}
          <RelativeTime value={askedAt} />
        </p>
      </div>
      <Button look="soft" size="small" onClick={onOpen}>
        <GlobeIcon size={18} />
        {t("translation.open")}
      </Button>
    </li>
  );
}
