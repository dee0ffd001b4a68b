"""The extensions pgcrypto, uuid-ossp and pgjwt of the built-in database, whose functions are written in SQL."""

import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import bcrypt
import pytest

from balai.database.pool import Connection
from balai.security.tokens import sign, verify

# The output of PostgreSQL 15's C modules: expression to its text, or to SQLSTATE and message.
EXPECTED = json.loads((Path(__file__).parents[1] / "support" / "pgcrypto.json").read_text())
EXTENSIONS = """
select extname, nspname from pg_extension join pg_namespace as n on n.oid = extnamespace where extname <> 'plpgsql'
"""
MIGRATION = """
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create table public.members (
  id uuid primary key default extensions.uuid_generate_v4(),
  secret text not null default encode(extensions.gen_random_bytes(16), 'hex'),
  password text not null
);
insert into public.members (password) values (crypt('secret', gen_salt('bf', 4)));
create function public.seal(text) returns bytea language sql as $$ select pgp_sym_encrypt($1, 'key') $$;
alter extension pgcrypto set schema public;
alter extension pgcrypto set schema extensions;
"""
SECRET = "a secret that is long enough for a key"
SHA_CRYPT = {
    # From the specification of SHA-crypt.
    ("Hello world!", "$5$saltstring"): "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5",
    ("the minimum number is still observed", "$5$rounds=10$roundstoolow"): (
        "$5$rounds=1000$roundstoolow$yfvwcWrQ8l/K0DAWyuPMDNHpIVlTQebY9l/gL972bIC"
    ),
    ("Hello world!", "$6$rounds=10000$saltstringsaltstring"): (
        "$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/"
        "YTBmSK6H9qs/y3RnOaw5v."
    ),
}


@pytest.fixture
async def connection(backend_database: str) -> AsyncIterator[Connection]:
    """Without Balai's own search path: as psql and migration tools connect."""
    opened = await asyncpg.connect(backend_database)
    yield opened
    await opened.close()


async def test_extensions_are_installed_as_on_the_hosted_platform(
    connection: Connection,
) -> None:
    rows = {tuple(row) for row in await connection.fetch(EXTENSIONS)}
    assert rows == {("pgcrypto", "extensions"), ("uuid-ossp", "extensions")}


async def test_a_migration_of_the_hosted_platform_applies(connection: Connection) -> None:
    await connection.execute(MIGRATION)
    member = await connection.fetchrow("select *, crypt('secret', password) = password as matches from public.members")
    assert member is not None
    assert member["matches"]
    assert member["id"].version == 4
    assert re.fullmatch("[0-9a-f]{32}", member["secret"])
    sealed = await connection.fetchval("select public.seal('x')")
    assert await connection.fetchval("select pgp_sym_decrypt($1, 'key')", sealed) == "x"
    await connection.execute("set role anon")
    assert await connection.fetchval("select digest('x', 'sha1')")


async def test_functions_return_what_the_c_modules_return(connection: Connection) -> None:
    found = {}
    for expression in EXPECTED:
        try:
            found[expression] = await connection.fetchval(f"select ({expression})::text")
        except asyncpg.PostgresError as error:
            found[expression] = f"{error.sqlstate} {error.args[0]}"
    assert found == EXPECTED


async def test_bcrypt_hashes_are_those_of_the_accounts(connection: Connection) -> None:
    for password in ("", "secret", "пароль 密码", "x" * 72):
        hashed = bcrypt.hashpw(password.encode(), bcrypt.gensalt(4)).decode()
        assert await connection.fetchval("select crypt($1, $2)", password, hashed) == hashed
        made = await connection.fetchval("select crypt($1, gen_salt('bf', 5))", password)
        assert bcrypt.checkpw(password.encode(), made.encode())


async def test_sha_crypt_follows_its_specification(connection: Connection) -> None:
    for (password, setting), hashed in SHA_CRYPT.items():
        assert await connection.fetchval("select crypt($1, $2)", password, setting) == hashed


@pytest.mark.parametrize(
    "call",
    [
        "crypt('x', 'ab')",
        "gen_salt('des')",
        "pgp_key_id('x')",
        "pgp_pub_encrypt('x', 'y')",
        "pgp_armor_headers('x')",
        "pgp_sym_encrypt('x', 'y', 'compress-algo=1')",
    ],
)
async def test_what_is_missing_says_so(connection: Connection, call: str) -> None:
    with pytest.raises(asyncpg.FeatureNotSupportedError, match="not available here"):
        await connection.fetchval(f"select {call}")


async def test_sealed_messages_are_opened_again(connection: Connection) -> None:
    texts = {"": "", "wörld": "cipher-algo=aes256", "x" * 200: " cipher-algo=aes192, compress-algo=0", "x" * 9000: ""}
    for text, options in texts.items():
        sealed = await connection.fetchval("select pgp_sym_encrypt($1, 'key', $2)", text, options)
        assert await connection.fetchval("select pgp_sym_decrypt($1, 'key')", sealed) == text
    sealed = await connection.fetchval("select pgp_sym_encrypt_bytea($1, 'key')", b"\x00\xff")
    assert await connection.fetchval("select pgp_sym_decrypt_bytea($1, 'key')", sealed) == b"\x00\xff"


async def test_tokens_of_pgjwt_are_those_of_the_services(connection: Connection) -> None:
    await connection.execute("create extension pgjwt with schema extensions")
    signed = await connection.fetchval("select sign($1, $2)", '{"sub":"1234567890","iat":1516239022}', SECRET)
    assert verify(signed, SECRET) == {"sub": "1234567890", "iat": 1516239022}
    later = int(time.time()) + 60
    for claims, secret, is_valid in (
        ({"a": "é"}, SECRET, True),
        ({"exp": later}, SECRET, True),
        ({"exp": 1}, SECRET, False),
        ({"nbf": later}, SECRET, False),
        ({"a": 1}, SECRET + "x", False),
    ):
        row = await connection.fetchrow("select * from verify($1, $2)", sign(claims, secret), SECRET)
        assert row is not None
        assert (json.loads(row["header"])["alg"], json.loads(row["payload"]), row["valid"]) == (
            "HS256",
            claims,
            is_valid,
        )
    with pytest.raises(asyncpg.InvalidParameterValueError):
        await connection.fetchval("select sign('{}', 'x', 'none')")


async def test_random_values_differ(connection: Connection) -> None:
    for call in ("uuid_generate_v1()", "uuid_generate_v4()", "gen_random_bytes(20)", "gen_salt('md5')"):
        rows = await connection.fetch(f"select {call} as value from generate_series(1, 1000)")
        assert len({row["value"] for row in rows}) == 1000, call
