"""The queries on PostgreSQL's catalogs that fill the schema cache."""

# Each type with its base type under all domains, written so that no type modifier is implied.
TYPES = """
with recursive resolved as (
  select t.oid, t.oid as base, t.typtype, t.typbasetype from pg_catalog.pg_type t
  union all
  select r.oid, t.oid, t.typtype, t.typbasetype
  from resolved r join pg_catalog.pg_type t on t.oid = r.typbasetype where r.typtype = 'd'
)
select t.oid,
  pg_catalog.format('%I.', n.nspname) || '"' || pg_catalog.replace(t.typname, '"', '""') || '"' as qualified_name,
  t.typname, b.typname as base_name, b.typtype::text as base_kind, b.typrelid as base_relation,
  pg_catalog.format_type(t.oid, null) as label, t.typdefault as default_expression,
  -- Types of PostgreSQL itself are described by their own name, also under a domain.
  pg_catalog.format_type(
    case when b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then b.oid else t.oid end, null) as described,
  t.typnotnull,
  case when b.typtype = 'e' then array(
    select enumlabel::text from pg_catalog.pg_enum where enumtypid = b.oid order by enumsortorder) end as choices
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
join resolved r on r.oid = t.oid and r.typtype <> 'd'
join pg_catalog.pg_type b on b.oid = r.base
"""
# The functions of implicit casts between a domain and json or text: how values of the domain are read and written.
REPRESENTATIONS = """
select d.oid as domain, n.nspname, p.proname, case
    when c.casttarget = 'pg_catalog.json'::pg_catalog.regtype and c.castsource = d.oid then 'to_json'
    when c.castsource = 'pg_catalog.json'::pg_catalog.regtype then 'from_json'
    else 'from_text'
  end as direction
from pg_catalog.pg_cast c
join pg_catalog.pg_proc p on p.oid = c.castfunc
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type d on d.typtype = 'd' and (
  d.oid = c.castsource and c.casttarget = 'pg_catalog.json'::pg_catalog.regtype
  or d.oid = c.casttarget
    and c.castsource in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype))
where c.castcontext = 'i' and c.castmethod = 'f'
"""
RELATIONS = """
select c.oid, n.nspname, c.relname, c.relkind::text as kind, pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  pg_catalog.pg_relation_is_updatable(c.oid, true) as events,
  c.relkind not in ('r', 'p') or pg_catalog.obj_description(c.oid, 'pg_class') like 'public-read%'
    or c.relrowsecurity and exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid) as is_guarded
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
"""
COLUMNS = """
select a.attrelid, a.attnum, a.attname, a.atttypid, a.attnotnull,
  pg_catalog.format_type(a.atttypid, a.atttypmod) as label, described.description as comment,
  information_schema._pg_char_max_length(
    information_schema._pg_truetypid(a.*, t.*), information_schema._pg_truetypmod(a.*, t.*)) as max_length,
  case
    when a.attgenerated <> '' then null
    when a.attidentity = 'd' then pg_catalog.format('nextval(%L::regclass)', sequence.objid::pg_catalog.regclass)
    else pg_catalog.pg_get_expr(d.adbin, d.adrelid)
  end as default_expression
from pg_catalog.pg_attribute a
join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
left join pg_catalog.pg_description described
  on described.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
  and described.objoid = a.attrelid and described.objsubid = a.attnum
left join pg_catalog.pg_depend sequence
  on a.attidentity = 'd' and sequence.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
  and sequence.refobjid = a.attrelid and sequence.refobjsubid = a.attnum and sequence.deptype = 'i'
where a.attnum > 0 and not a.attisdropped and a.attrelid = any($1::oid[])
order by a.attrelid, a.attnum
"""
CONSTRAINTS = """
select conname, contype::text as kind, conrelid, confrelid, conkey, confkey
from pg_catalog.pg_constraint where contype in ('p', 'u', 'f') and conparentid = 0 order by conname
"""
VIEWS = """
select ev_class, ev_action::text as tree from pg_catalog.pg_rewrite where ev_type = '1' and ev_class = any($1::oid[])
"""
FUNCTIONS = """
select p.oid, n.nspname, p.proname, p.proargnames, p.proargmodes::text[] as modes,
  coalesce(p.proallargtypes, p.proargtypes::oid[]) as types, p.pronargs, p.pronargdefaults, p.proretset,
  p.prorettype, p.provolatile::text as volatility, p.prorows, p.proconfig,
  pg_catalog.obj_description(p.oid, 'pg_proc') as comment
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.prokind = 'f' and n.nspname = any($1::text[]) and p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
order by n.nspname, p.proname, p.oid
"""
# The settings of each role that any user or the connecting user may set, in the order in which they apply: for all
# databases, then for this one. A role is open to callers if it was granted to the connecting user. A superuser could
# take any role; for superusers only granted roles and the platform's three roles are open.
ROLES = """
with recursive granted as (
  select roleid from pg_catalog.pg_auth_members
  where member = (select oid from pg_catalog.pg_roles where rolname = session_user)
  union
  select deeper.roleid from granted join pg_catalog.pg_auth_members deeper on deeper.member = granted.roleid
)
select r.rolname, not r.rolsuper and (r.oid in (select roleid from granted)
  or r.rolname in ('anon', 'authenticated', 'service_role')
    and (select rolsuper from pg_catalog.pg_roles where rolname = session_user)) as is_allowed,
  r.rolsuper or r.rolbypassrls as is_rls_exempt, array(
  select entry from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) as entry
  left join pg_catalog.pg_settings known on known.name = pg_catalog.split_part(entry, '=', 1)
  where s.setrole = r.oid and pg_catalog.split_part(entry, '=', 1) not in ('search_path', 'role')
    and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
    and (known.context = 'user' or entry like '%.%=%' and known.name is null
      or known.context = 'superuser' and pg_catalog.has_parameter_privilege(session_user, known.name, 'SET'))
  order by s.setdatabase
) as setconfig
from pg_catalog.pg_roles r
"""
SCHEMAS = """
select nspname, pg_catalog.obj_description(oid, 'pg_namespace') as comment
from pg_catalog.pg_namespace where nspname = any($1::text[])
"""
# Aggregates that return a domain named like a media type, with the row type of their argument.
HANDLERS = """
select n.nspname, p.proname, t.typname as media, t.typbasetype = 'pg_catalog.bytea'::pg_catalog.regtype as is_binary,
  a.typrelid as relation
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type t on t.oid = p.prorettype and t.typtype = 'd'
join pg_catalog.pg_type a on a.oid = p.proargtypes[0]
where p.prokind = 'a' and p.pronargs = 1 and n.nspname = any($1::text[])
  and (a.typrelid <> 0 or a.oid = 'pg_catalog.anyelement'::pg_catalog.regtype)
order by a.typrelid = 0, n.nspname, p.proname
"""
GEOJSON = "select exists (select from pg_catalog.pg_proc where proname = 'st_asgeojson')"
ZONES = "select name from pg_catalog.pg_timezone_names"
