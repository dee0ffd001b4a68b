import { Button, ButtonAnchor } from "../../../components/Button";
import { BookmarkButton } from "../../../components/bookmarks/BookmarkButton";
import { LinkIcon, ShareIcon } from "../../../components/icons";
import type { BlogArticlePayload } from "../../../generated/payloads";
import { usePage } from "../../../lib/context";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../Article.module.css";

const SERVICES = [
  {
    name: "WhatsApp",
    addressOf: (address: string, title: string) => `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`,
  },
  { name: "Zalo", addressOf: (address: string) => `https://zalo.me/share?url=${encodeURIComponent(address)}` },
];

interface Props {
  article: BlogArticlePayload;
}

/**
 * Passes the article on: by the system's own share sheet where the browser has one, by a copied link, or by links of
 * WhatsApp and Zalo. Nothing is loaded from either, so neither learns of a reader who does not press.
 */
export function Share({ article: { id, title } }: Props) {
  const { t } = useTranslation();
  const address = usePage().head.canonical;
  const isHydrated = useHydrated();
  // Not public: there is nothing to pass on.
  if (!address) return null;
  const canShare = isHydrated && typeof navigator.share === "function";
  const handleCopy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    showToast(isCopied ? t("blog.share.copied") : address, { tone: isCopied ? "success" : "info" });
  };
  // A share that the reader breaks off is rejected too.
  const handleShare = () => navigator.share({ title, url: address }).catch(() => {});
  return (
    <section className={styles.share} aria-label={t("blog.share.title")}>
      {canShare && (
        <Button look="soft" onClick={handleShare}>
          <ShareIcon size={18} />
          {t("blog.share.title")}
        </Button>
      )}
      <Button onClick={handleCopy}>
        <LinkIcon size={18} />
        {t("blog.share.copy")}
      </Button>
      {SERVICES.map(({ name, addressOf }) => (
        <ButtonAnchor key={name} href={addressOf(address, title)} target="_blank" rel="noopener noreferrer">
          {name}
        </ButtonAnchor>
      ))}
      <BookmarkButton thing={{ article: id }} />
    </section>
  );
}
