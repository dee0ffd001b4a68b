import { Tag } from "../../../components/Tag";
import type { OwedPrice } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Payment.module.css";

interface Props {
  price: OwedPrice;
}

/** Price of the booking, and how to pay it while it is not paid. */
export function Payment({ price }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section className={styles.payment} aria-labelledby="payment">
      <div className={styles.text}>
        <h2 id="payment" className={styles.title}>
          {t("book.view.payment")}
        </h2>
        <p className={styles.amount}>
          <strong>{price.text}</strong>{" "}
          <Tag tone={price.isPaid ? "good" : "note"}>{t(price.isPaid ? "book.view.paid" : "book.view.unpaid")}</Tag>
        </p>
        {!price.isPaid && price.note && (
          <p className={styles.note} lang={price.noteLang === lang ? undefined : HTML_LANG[price.noteLang]}>
            {price.note}
          </p>
        )}
      </div>
      {!price.isPaid && price.qrUrl && (
        <img
          className={styles.code}
          data-avatar
          src={price.qrUrl}
          alt={t("book.view.payCode")}
          width="176"
          height="176"
        />
      )}
    </section>
  );
}
