-- Functions over two row types that share their names: computed columns and computed relationships.
create function public.mark(public.books) returns text language sql stable as $$ select 'book ' || $1.id $$;
create function public.mark(public.authors) returns text language sql stable as $$ select 'author ' || $1.id $$;
create function public.mark(public.reviews) returns text language sql stable as $$ select 'review ' || $1.id $$;
create function public.facts(public.books) returns jsonb language sql stable as
  $$ select jsonb_build_object('id', $1.id, 'even', $1.id % 2 = 0) $$;
create function public.facts(public.authors) returns jsonb language sql stable as $$ select '{}'::jsonb $$;
create function public.peers(public.books) returns setof public.books language sql stable as
  $$ select * from public.books where author_id = $1.author_id and id <> $1.id $$;
create function public.peers(public.authors) returns setof public.authors language sql stable as
  $$ select * from public.authors where id <> $1.id $$;
create function public.boss(public.authors) returns setof public.authors rows 1 language sql stable as
  $$ select * from public.authors where id = $1.boss_id $$;
create function public.boss(public.books) returns setof public.authors rows 1 language sql stable as
  $$ select * from public.authors where id = $1.author_id $$;
create function public.authors_all() returns setof public.authors language sql stable as
  $$ select * from public.authors $$;
create function public.touch_book(which int) returns setof public.books language sql volatile as
  $$ update public.books set is_out = true where id = which returning * $$;
create domain "application/vnd.authors" as text;
create function public.author_line(state text, author public.authors) returns text language sql as
  $$ select coalesce(state, '') || author.id || ';' $$;
create function public.author_end(state text) returns "application/vnd.authors" language sql as
  $$ select state::"application/vnd.authors" $$;
create aggregate public.author_list(public.authors) (
  sfunc = public.author_line, stype = text, finalfunc = public.author_end);
grant execute on all functions in schema public to anon, authenticated, service_role;
