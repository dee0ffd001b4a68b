import { useState } from "react";
import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminPlacesPayload, PersonLine } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import styles from "./Places.module.css";
import { RoomForm } from "./RoomForm";
import { RoomRow } from "./RoomRow";

/** The people of the services, and the rooms and equipment that bookings occupy. */
export function Places({ data }: PageProps<AdminPlacesPayload>) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  return (
    <AdminPage title={t("admin.places.title")} lead={t("admin.places.lead")}>
      <section className={styles.part} aria-labelledby="places-people">
        <h2 id="places-people">{t("admin.service.hosts")}</h2>
        <ListState items={data.people} empty={<EmptyState title={t("admin.places.noPeople")} />}>
          {(people) => (
            <ul className={styles.rows}>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          )}
        </ListState>
      </section>
      <section className={styles.part} aria-labelledby="places-rooms">
        <div className={styles.head}>
          <h2 id="places-rooms">{t("admin.places.rooms")}</h2>
          {data.canEdit && !isAdding && <Button onClick={() => setAdding(true)}>{t("admin.places.addRoom")}</Button>}
        </div>
        {isAdding && <RoomForm onDone={() => setAdding(false)} />}
        <ListState items={data.rooms} empty={!isAdding && <EmptyState title={t("admin.places.noRooms")} />}>
          {(rooms) => (
            <ul className={styles.rows}>
              {rooms.map((room) => (
                <RoomRow key={room.id} room={room} canEdit={data.canEdit} />
              ))}
            </ul>
          )}
        </ListState>
      </section>
    </AdminPage>
  );
}

function PersonRow({ person }: { person: PersonLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <li className={styles.row}>
      <Avatar name={person.name} pictureUrl={person.pictureUrl} size="small" />
      <div className={styles.what}>
        <Link className="touch" to={pathTo.adminPlace({ lang, placeId: person.id })}>
          <bdi>{person.name}</bdi>
        </Link>
        <span className="facts soft small">
          <span>{t("admin.places.services", { count: person.services })}</span>
          <span>{t(person.hasHours ? "admin.places.ownHours" : "admin.places.anyHours")}</span>
        </span>
      </div>
      {person.awayFrom && (
        <Tag tone="note">
          <DateTime
            value={person.awayFrom}
            timeZone={timeZone}
            format="shortDate"
            say={(date) => t("admin.places.awayFrom", { date })}
          />
        </Tag>
      )}
    </li>
  );
}
