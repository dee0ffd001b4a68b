"""The TypeScript of a database: the front end's own file is current, and each kind of object has its type."""

import re
from pathlib import Path

import asyncpg

from balai.cli.types import type_of_database

KEPT = Path(__file__).parents[4] / "web/generated/database.ts"
SCHEMA = """
create schema shop;
create type shop.mood as enum ('calm', 'wild "one"');
create domain shop.code as text not null;
create type shop.place as (x float8, label text);
create table shop.makers (
  id bigint generated always as identity primary key, "odd name" text, mood shop.mood not null default 'calm',
  code shop.code, tags text[], data jsonb not null, at shop.place, on_day date not null,
  twice int generated always as (2) stored
);
create table shop.things (id uuid primary key default gen_random_uuid(), maker_id bigint unique references shop.makers);
create view shop.named as select id, maker_id from shop.things;
create function shop.of_mood(wanted shop.mood, most int default 5) returns setof shop.makers language sql strict
  as 'select null::shop.makers limit 0';
create function shop.sums(out total numeric, out days date[]) language sql as 'select 1, null::date[]';
create function shop.nothing() returns void language sql as '';
create function shop.twins(a int) returns int language sql as 'select 1';
create function shop.twins(b text) returns text language sql as 'select null';
"""


async def test_the_front_end_s_types_are_current(database: str) -> None:
    assert KEPT.read_text() == await type_of_database(database), "database.ts is old: run `balai types`"


async def test_each_kind_of_object(backend_database: str) -> None:
    connection = await asyncpg.connect(backend_database)
    await connection.execute(SCHEMA)
    await connection.close()
    text = re.sub(r"\s+", " ", await type_of_database(backend_database, ["shop"]))
    for expected in (
        'makers: { Row: { at: Database["shop"]["CompositeTypes"]["place"] | null; code: string; data: Json; id: number;'
        ' mood: Database["shop"]["Enums"]["mood"]; "odd name": string | null; on_day: string; tags: string[] | null;'
        " twice: number | null; };",
        "Insert: { at?: ",
        'id?: never; mood?: Database["shop"]["Enums"]["mood"]; "odd name"?: string | null; on_day: string;',
        "twice?: never; }; Update: {",
        'Relationships: [ { foreignKeyName: "things_maker_id_fkey"; columns: ["maker_id"]; isOneToOne: true;'
        ' referencedRelation: "makers"; referencedColumns: ["id"]; }, ];',
        "Views: { named: { Row: { id: string | null; maker_id: number | null; };",
        'of_mood: { Args: { most?: number; wanted: Database["shop"]["Enums"]["mood"] };'
        ' Returns: Database["shop"]["Tables"]["makers"]["Row"][] };',
        "sums: { Args: Record<PropertyKey, never>; Returns: { days: string[]; total: number } };",
        "nothing: { Args: Record<PropertyKey, never>; Returns: null };",
        "twins: { Args: { a: number | null }; Returns: number } | { Args: { b: string | null }; Returns: string };",
        'Enums: { mood: "calm" | "wild \\"one\\""; };',
        "CompositeTypes: { place: { label: string | null; x: number | null; }; };",
    ):
        assert expected in text, expected
