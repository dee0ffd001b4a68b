import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { HeldSection } from "../../components/held/HeldSection";
import { TrustFacts } from "../../components/held/TrustFacts";
import { BellIcon, BookmarkIcon, EditIcon, ForwardIcon, KeyIcon } from "../../components/icons";
import { PersonHead } from "../../components/parts/PersonHead";
import { pathTo } from "../../generated/paths";
import type { ProfilePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Claims } from "./claims/Claims";
import { OwnBookings } from "./OwnBookings";
import { OwnPosts } from "./OwnPosts";
import styles from "./Profile.module.css";
import { ProfileForm } from "./ProfileForm";
import { Section } from "./security/Section";
import { VisibilityForm } from "./VisibilityForm";

/** A member's own page: coming bookings first, then posts, public profile and account. */
export function Profile({ data }: PageProps<ProfilePayload>) {
  const { t } = useTranslation();
  return (
    <>
      <Head data={data} />
      <HeldSection texts={data.held} />
      <div className={styles.columns}>
        <OwnBookings
          coming={data.coming}
          bookings={data.bookings}
          next={data.nextBookings}
          claims={<Claims profile={data} />}
        />
        <OwnPosts posts={data.posts} next={data.nextPosts} />
      </div>
      <div className={styles.settings}>
        <ProfileForm key={data.id} profile={data} />
        <VisibilityForm id={data.id} choices={data.choices} />

        <Section id="trust" title={t("profile.trust.title")} lead={t("profile.trust.lead")}>
          <TrustFacts trust={data.trust} />
        </Section>
        <Section id="account" title={t("profile.account")}>
          <BookmarksLink />
          <AccountLinks />
        </Section>
      </div>
    </>
  );
}

function Head({ data }: { data: ProfilePayload }) {
  const { t } = useTranslation();
  return (
    <PersonHead
      person={data}
      area={t("profile.title")}
      about={data.about}
      facts={
        <>
          <span>{data.email}</span>
          <DateTime value={data.createdAt} format="date" say={(date) => t("profile.since", { date })} />
        </>
      }
      action={
        <ButtonLink to="#shown">
          <EditIcon size={18} />
          {t("profile.edit")}
        </ButtonLink>
      }
    />
  );
}

function BookmarksLink() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Link className={styles.account} to={pathTo.profileBookmarks({ lang })}>
      <BookmarkIcon />
      <span>
        <b>{t("profile.bookmarks.title")}</b>
        <span className="soft small">{t("profile.bookmarks.lead")}</span>
      </span>
      <ForwardIcon size={20} />
    </Link>
  );
}

function AccountLinks() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <>
      <Link className={styles.account} to={pathTo.profileSecurity({ lang })}>
        <KeyIcon />
        <span>
          <b>{t("profile.security.title")}</b>
          <span className="soft small">{t("profile.accountLead")}</span>
        </span>
        <ForwardIcon size={20} />
      </Link>
      <Link className={styles.account} to={pathTo.notificationsSettings({ lang })}>
        <BellIcon />
        <span>
          <b>{t("notices.title")}</b>
          <span className="soft small">{t("notices.lead")}</span>
        </span>
        <ForwardIcon size={20} />
      </Link>
    </>
  );
}
