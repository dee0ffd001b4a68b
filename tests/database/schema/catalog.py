"""The catalog of the schemas of Balai as sorted lines of text, so that two databases compare as lists."""

import asyncpg

SCHEMAS = "('public', 'search', 'auth', 'storage', 'realtime', 'mailbox', 'balai', 'extensions')"
# A partition of realtime.messages is made for each day; an extension's objects belong to the extension.
RELATIONS = f"""
  select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in {SCHEMAS} and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    and not exists (select from pg_index i join pg_inherits p on p.inhrelid = i.indexrelid where i.indexrelid = c.oid)
"""


def _rights(column: str, kind: str, owner: str) -> str:
    # No list means the rights that PostgreSQL gives by default.
    items = f"unnest(coalesce({column}, acldefault('{kind}', {owner})))"
    return f"(select string_agg(item::text, ' ' order by item::text) from {items} item)"


QUESTIONS = {
    "schema": f"""
        select nspname, nspowner::regrole, {_rights("nspacl", "n", "nspowner")}
        from pg_namespace where nspname in {SCHEMAS}""",
    "relation": f"""
        select oid::regclass, relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
          reloptions, {_rights("relacl", "r", "relowner")} from ({RELATIONS}) c where relkind not in ('i', 'I')""",
    "column": f"""
        select c.oid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
          attstorage, attcompression, locale.collname, pg_get_expr(adbin, adrelid), {_rights("attacl", "c", "relowner")}
        from ({RELATIONS}) c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = c.oid and adnum = attnum
        left join pg_collation locale on locale.oid = attcollation
        where relkind not in ('i', 'I')""",
    "constraint": f"""
        select conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(k.oid)
        from pg_constraint k join ({RELATIONS}) c on c.oid = conrelid""",
    "index": f"""
        select pg_get_indexdef(indexrelid), indisvalid from pg_index join ({RELATIONS}) c on c.oid = indexrelid""",
    "function": f"""
        select p.oid::regprocedure, pg_get_functiondef(p.oid), proowner::regrole, {_rights("proacl", "f", "proowner")}
        from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in {SCHEMAS}
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')""",
    "view": f"select c.oid::regclass, pg_get_viewdef(c.oid) from ({RELATIONS}) c where relkind = 'v'",
    "trigger": f"""
        select tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(t.oid)
        from pg_trigger t join ({RELATIONS}) c on c.oid = tgrelid where not tgisinternal""",
    "policy": "select schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies",
    "type": f"""
        select t.oid::regtype, typtype, typowner::regrole, {_rights("typacl", "T", "typowner")},
          array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)
        from pg_type t join pg_namespace n on n.oid = typnamespace
        where nspname in {SCHEMAS} and typtype in ('e', 'c', 'd') and typrelid not in (
          select oid from pg_class where relispartition)
          and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')""",
    "default rights": """
        select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype,
          array(select item::text from unnest(defaclacl) item order by 1)
        from pg_default_acl""",
    "comment": f"""
        select objoid::regclass, objsubid, description from pg_description
        join ({RELATIONS}) c on c.oid = objoid and classoid = 'pg_class'::regclass""",
    "publication": """
        select pubname, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot, r.prrelid::regclass,
          (select array_agg(attname order by attname) from pg_attribute
           where attrelid = r.prrelid and attnum = any (r.prattrs::int2[])), pg_get_expr(prqual, prrelid)
        from pg_publication p left join pg_publication_rel r on r.prpubid = p.oid""",
    "event trigger": "select evtname, evtevent, evtfoid::regproc, evtenabled, evttags from pg_event_trigger",
    "extension": "select extname from pg_extension",
}


async def describe(connection: asyncpg.Connection) -> list[str]:
    """All objects with their definitions, owners and rights. Column positions do not count."""
    await connection.execute("set search_path = ''")
    lines = []
    for kind, question in QUESTIONS.items():
        rows = await connection.fetch(f"select x::text from ({question}) x")
        lines += [f"{kind} {row[0]}" for row in rows]
    return sorted(lines)
