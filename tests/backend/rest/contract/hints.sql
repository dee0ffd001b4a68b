-- Relationships of every kind between the same tables.
create table public.crews (id int primary key, name text);
create table public.ferries (
  id int primary key, name text, crew_id int constraint boat_crew references public.crews,
  old_crew_id int constraint boat_old_crew references public.crews);
alter table public.crews add column flagship_id int constraint crew_flagship references public.ferries;
create table public.trips (
  crew_id int constraint trip_crew references public.crews, boat_id int constraint trip_boat references public.ferries,
  primary key (crew_id, boat_id));
create table public.manuals (
  boat_id int primary key constraint manual_boat references public.ferries, note text, id int);
create table public.parts (
  id int primary key, name text, whole_id int constraint part_whole references public.parts,
  spare_id int constraint part_spare references public.parts);
create table public.twins (id int primary key, twin_id int unique constraint twin references public.twins);
create view public.old_ferries as select id, name, crew_id from public.ferries;
insert into public.crews values (1, 'reds', null), (2, 'blues', null);
insert into public.ferries values (1, 'a', 1, 2), (2, 'b', 2, null);
update public.crews set flagship_id = 2 where id = 1;
insert into public.trips values (1, 1), (2, 1);
insert into public.manuals values (1, 'calm');
insert into public.parts values (1, 'whole', null, null), (2, 'half', 1, null), (3, 'spare', 1, 2);
insert into public.twins values (1, null), (2, 1);
grant select on public.crews, public.ferries, public.trips, public.manuals, public.parts, public.twins, public.old_ferries
  to anon, authenticated, service_role;
