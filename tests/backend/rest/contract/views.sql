-- Views over several tables, with and without whole keys.
create table public.firms (id int primary key, name text);
create table public.sites (firm_id int references public.firms, code text, city text, primary key (firm_id, code));
create view public.firm_sites as
  select f.id, f.name, s.firm_id as site_firm, s.code, s.city
  from public.firms f left join public.sites s on s.firm_id = f.id;
create view public.site_parts as select f.id, f.name, s.code from public.firms f join public.sites s on s.firm_id = f.id;
create view public.firm_pairs as select a.id as first, b.id as second from public.firms a, public.firms b;
create view public.plain_sites as select code as c, firm_id as f, city from public.sites;
create view public.twice as select id as one, name, id as two from public.firms;
create view public.sites_of_firms as select * from public.firm_sites;
create function public.keep_new() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger kept instead of insert or update on public.firm_sites for each row execute function public.keep_new();
create trigger kept instead of insert or update on public.site_parts for each row execute function public.keep_new();
create trigger kept instead of insert or update on public.sites_of_firms for each row execute function public.keep_new();
create trigger kept instead of insert or update on public.twice for each row execute function public.keep_new();
insert into public.firms values (1, 'one'), (2, 'two');
insert into public.sites values (1, 'a', 'x');
grant select, insert, update, delete on public.firms, public.sites, public.firm_sites, public.site_parts,
  public.firm_pairs, public.plain_sites, public.twice, public.sites_of_firms to anon, authenticated, service_role;
