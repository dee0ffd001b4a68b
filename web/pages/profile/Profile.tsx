import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EditIcon, ForwardIcon, KeyIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import type { ProfilePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { OwnBookings } from "./OwnBookings";
import { OwnPosts } from "./OwnPosts";
import styles from "./Profile.module.css";
import { ProfileForm } from "./ProfileForm";
import { Section } from "./security/Section";

/** A member's own page: coming bookings first, then posts, public profile and account. */
export function Profile({ data }: PageProps<ProfilePayload>) {
  const { t } = useTranslation();
  return (
    <>
      <div className={`bleed bleed-top ${styles.band}`} />
      <Head data={data} />
      <div className={styles.columns}>
        <OwnBookings coming={data.coming} bookings={data.bookings} next={data.nextBookings} />
        <OwnPosts posts={data.posts} next={data.nextPosts} />
      </div>
      <div className={styles.settings}>
        <ProfileForm key={data.id} profile={data} />
        <Section id="account" title={t("profile.account")}>
          <AccountLink />
        </Section>
      </div>
    </>
  );
}

function Head({ data }: { data: ProfilePayload }) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <Avatar name={data.displayName} pictureUrl={data.pictureUrl} size="huge" />
      <div className={styles.who}>
        <p className="visually-hidden">{t("profile.title")}</p>
        <h1>
          <bdi>{data.displayName}</bdi>
        </h1>
        {data.about && <p className={styles.about}>{data.about}</p>}
        <p className="facts">
          <span>{data.email}</span>
          <DateTime value={data.createdAt} format="date" say={(date) => t("profile.since", { date })} />
        </p>
      </div>
      <ButtonLink to="#shown">
        <EditIcon size={18} />
        {t("profile.edit")}
      </ButtonLink>
    </header>
  );
}

function AccountLink() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Link className={styles.account} to={pathTo.profileSecurity({ lang })}>
      <KeyIcon />
      <span>
        <b>{t("profile.security.title")}</b>
        <span className="soft small">{t("profile.accountLead")}</span>
      </span>
      <ForwardIcon size={20} />
    </Link>
  );
}
