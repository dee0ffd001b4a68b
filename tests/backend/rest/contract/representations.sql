-- Domains whose values are read and written by functions: colours as `#RRGGBB`, times as Unix seconds.
create domain public.colour as int check (value between 0 and 16777215);
create domain public.seconds as timestamptz;
create function public.colour(text) returns public.colour language sql immutable as
  $$ select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::public.colour $$;
create function public.colour(json) returns public.colour language sql immutable as
  $$ select public.colour($1 #>> '{}') $$;
create function public.as_json(public.colour) returns json language sql immutable as
  $$ select to_json(coalesce('#' || lpad(upper(to_hex($1)), 6, '0'), 'none')) $$;
create function public.seconds(json) returns public.seconds language sql immutable as
  $$ select to_timestamp(($1 #>> '{}')::numeric)::public.seconds $$;
create function public.as_json(public.seconds) returns json language sql immutable as
  $$ select to_json(extract(epoch from $1)::bigint) $$;
create cast (public.colour as json) with function public.as_json(public.colour) as implicit;
create cast (json as public.colour) with function public.colour(json) as implicit;
create cast (text as public.colour) with function public.colour(text) as implicit;
create cast (public.seconds as json) with function public.as_json(public.seconds) as implicit;
create cast (json as public.seconds) with function public.seconds(json) as implicit;
-- Casts that no value is converted by: explicit, or without a function.
create domain public.plain_colour as int;
create function public.plain_json(public.plain_colour) returns json language sql immutable as $$ select to_json('x'::text) $$;
create cast (public.plain_colour as json) with function public.plain_json(public.plain_colour);
create table public.labels (
  id int primary key, name text, colour public.colour default 255, due public.seconds default '1970-01-01T00:01:00Z',
  plain public.plain_colour);
create table public.labelled (id int primary key, label_id int references public.labels, colour public.colour unique);
create view public.dark_labels as select id, name, colour, (colour / 2)::public.colour as dark from public.labels;
create function public.labels_of(name text) returns setof public.labels language sql stable as
  $$ select * from public.labels where labels.name = labels_of.name $$;
create function public.label(which int) returns public.labels language sql stable as
  $$ select * from public.labels where id = which $$;
create table public.tints (colour public.colour primary key, note text);
create domain "application/vnd.labels" as text;
create function public.label_line(state text, label public.labels) returns text language sql as
  $$ select coalesce(state, '') || label.id || ':' || coalesce(label.colour::int, -1) || ';' $$;
create function public.label_end(state text) returns "application/vnd.labels" language sql as
  $$ select state::"application/vnd.labels" $$;
create aggregate public.label_list(public.labels) (
  sfunc = public.label_line, stype = text, finalfunc = public.label_end);
insert into public.labels values (1, 'a', 0, '1970-01-01T00:00:10Z', 7), (2, 'b', 256, null, null),
  (3, 'b', null, '1970-01-01T00:00:30Z', null);
insert into public.labelled values (1, 1, 1), (2, 2, 2), (3, null, 3);
insert into public.tints values (16, 'x');
grant select, insert, update, delete on public.labels, public.labelled, public.dark_labels, public.tints
  to anon, authenticated, service_role;
grant execute on all functions in schema public to anon, authenticated, service_role;
