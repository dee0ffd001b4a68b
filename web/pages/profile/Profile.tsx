import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { pathTo } from "../../generated/paths";
import type { ProfilePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { OwnBookings } from "./OwnBookings";
import { OwnPosts } from "./OwnPosts";
import styles from "./Profile.module.css";
import { ProfileForm } from "./ProfileForm";

/** A member's own page: bookings, posts, public profile and account. */
export function Profile({ data }: PageProps<ProfilePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="stack" style={{ "--gap": "var(--space-6)" }}>
      <header className={styles.head}>
        <Avatar name={data.displayName} pictureUrl={data.pictureUrl} size="large" />
        <div className={styles.who}>
          <h1>{t("profile.title")}</h1>
          <p className="soft">{data.displayName}</p>
          <p className="cluster soft small">
            <span>{data.email}</span>
            <DateTime value={data.createdAt} format="date" say={(date) => t("profile.since", { date })} />
          </p>
        </div>
      </header>
      <div className={styles.columns}>
        <OwnBookings bookings={data.bookings} next={data.nextBookings} />
        <OwnPosts posts={data.posts} next={data.nextPosts} />
        <ProfileForm key={data.id} profile={data} />
        <section className={styles.section} aria-labelledby="account">
          <h2 id="account">{t("profile.account")}</h2>
          <p className="soft">{t("profile.accountLead")}</p>
          <ButtonLink to={pathTo.profileSecurity({ lang })}>{t("profile.security.title")}</ButtonLink>
        </section>
      </div>
    </div>
  );
}
