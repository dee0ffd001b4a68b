-- Plants with machines, people who run them, and what the machines cost.
create table public.plants (id int primary key, name text, place jsonb);
create table public.kinds (id int primary key, name text);
create table public.machines (
  id int primary key, name text, plant_id int references public.plants, kind_id int references public.kinds);
create table public.costs (machine_id int primary key references public.machines, cost numeric, raw json);
create table public.operators (id int primary key, name text);
create table public.shifts (
  operator_id int references public.operators, machine_id int references public.machines, hours int,
  primary key (operator_id, machine_id));
insert into public.plants values (1, 'A', '{"city": "x"}'), (2, 'B', '{"city": "x"}'), (3, 'C', '{"city": "y"}');
insert into public.kinds values (1, 'batch'), (2, 'mass');
insert into public.machines values (1, 'a1', 1, 1), (2, 'a2', 1, 2), (3, 'b1', 2, 1), (4, 'b2', 2, 1), (5, 'none', null, null);
insert into public.costs values (1, 10, '{}'), (2, 20.5, '{}'), (3, 30, '{}'), (4, 40, '{}');
insert into public.operators values (1, 'Mia'), (2, 'Jon'), (3, 'Eve');
insert into public.shifts values (1, 1, 3), (1, 3, 4), (2, 2, 5), (2, 3, null);
grant select on public.plants, public.kinds, public.machines, public.costs, public.operators, public.shifts
  to anon, authenticated, service_role;
create function public.machines_of(plant int) returns setof public.machines language sql stable as
  $$ select * from public.machines where plant_id = plant $$;
grant execute on function public.machines_of to anon, authenticated;
